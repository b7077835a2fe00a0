import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../../dev/sandbox';
import { CHANGE_EVENTS } from '../../../nodes/Collab/core/changes/options';
import { type Damage, damage } from '../../unit/changes/histories/damagedStates';
import { cases } from '../../random';
import { activateTrigger, type TriggerSettings } from '../harness/activateTrigger';
import { asSomebody } from '../harness/asSomebody';

/** Later than any stamp in a state that can be believed. */
const LATER_MS = 2 * 86_400_000;
const MAX_STATE_BYTES = 2_000_000;

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ projects: 5, seed: 5 });
});

afterAll(async () => await sandbox.close());

function change(name: string, inMs = 0): void {
	const [project] = sandbox.projects.all();
	const updated_at = new Date(Date.now() + inMs).toISOString();
	sandbox.projects.update(project?.id ?? '', { name, updated_at });
}

/** What n8n has kept of a trigger that has polled and delivered. */
async function savedBy(settings: TriggerSettings): Promise<IDataObject> {
	const trigger = await activateTrigger(settings);
	change('Changed before');
	await trigger.tick();
	trigger.stop();
	expect(trigger.emitted.flat()).toHaveLength(1);
	return trigger.savedState;
}

/** n8n keeps an object for each node; nothing else can come back. */
function damagedBy(harm: Damage, saved: IDataObject): IDataObject {
	const damaged = Object.entries(saved).map(([node, state]) => {
		const harmed = harm(state) as IDataObject;
		const isObject = typeof harmed === 'object' && harmed !== null && !Array.isArray(harmed);
		return [node, isObject ? harmed : { state: harmed }] as const;
	});
	return Object.fromEntries(damaged);
}

it('goes on from whatever n8n gives back, and delivers the next change once', async () => {
	const kinds = [{}, { events: [...CHANGE_EVENTS] }].map((options) => asSomebody(sandbox, options));
	const sound = await Promise.all(
		kinds.map(async (settings) => ({ settings, saved: await savedBy(settings) })),
	);
	let number = 0;
	await fc.assert(
		fc.asyncProperty(fc.constantFrom(...sound), damage, async ({ settings, saved }, harm) => {
			const savedState = damagedBy(harm, saved);
			const trigger = await activateTrigger({ ...settings, savedState });
			const name = `Changed ${(number += 1)}`;
			change(name, LATER_MS);
			await trigger.tick();
			trigger.stop();
			expect(trigger.errors).toEqual([]);
			const names = trigger.emitted.flat().map(({ json }) => json['name']);
			expect(names.filter((delivered) => delivered === name)).toEqual([name]);
			expect(JSON.stringify(trigger.savedState).length).toBeLessThan(MAX_STATE_BYTES);
		}),
		cases(50),
	);
}, 3_600_000);
