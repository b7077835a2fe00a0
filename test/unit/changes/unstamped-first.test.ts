/** The first project without `updated_at`, on a service that puts it last, where no poll reads: its number shows it. */
import { STRICT } from '../looseListing';
import { eventsIn, expectEachOnce, HOUR, numbered, SECOND } from './testTrigger';
import { mixed, UNSTAMPED } from './watching';

const SMALL_PAGES = { ...STRICT, maxPerPage: 9 };

test('the first of all, on a service that puts it last, is not missed during a backlog', async () => {
	const trigger = mixed({ nulls: 'last', stamped: 1_500, unstamped: 0 });
	const { service } = trigger;
	await trigger.publish();
	service.looseness = { ...SMALL_PAGES, nulls: 'last' };
	service.nowMs += HOUR;
	service.updateAll(numbered(0, 700), { name: 'bulk' }, SECOND);
	service.requestsPerSecond = 2;
	const changes = [...(await trigger.poll())];
	expect(changes.length).toBeLessThan(700);
	service.create('hidden', UNSTAMPED);
	for (let round = 0; round < 4; round += 1) changes.push(...(await trigger.poll()));
	service.requestsPerSecond = Infinity;
	changes.push(...(await trigger.pollUntilIdle()).flat());
	const updated = numbered(0, 700).map((id) => `updated ${id}`);
	expectEachOnce(eventsIn(changes), [...updated, 'created hidden']);
});

test('one that appears while another project is deleted is delivered when, within Look Back, their number shows it', async () => {
	const trigger = mixed({ nulls: 'last', stamped: 400, unstamped: 0 });
	const { service } = trigger;
	await trigger.publish();
	service.delete('p3');
	service.create('hidden', UNSTAMPED);
	expect(await trigger.poll()).toEqual([]);
	service.create('with a stamp');
	expect(eventsIn(await trigger.poll())).toEqual(['created with a stamp']);
	service.delete('p4');
	expect(eventsIn(await trigger.poll())).toEqual(['created hidden']);
	expect(await trigger.poll()).toEqual([]);
});

test('the first of all, on a service that puts it last, is delivered by the poll that is next', async () => {
	const trigger = mixed({ nulls: 'last', stamped: 400, unstamped: 0 });
	const { service } = trigger;
	await trigger.publish();
	await trigger.poll(HOUR);
	service.createAll(['new 1', 'new 2']);
	service.create('hidden', UNSTAMPED);
	expectEachOnce(eventsIn(await trigger.poll()), [
		'created new 1',
		'created new 2',
		'created hidden',
	]);
	expect(await trigger.poll()).toEqual([]);
});
