/**
 * `npm run histories -- removals`: how long after a deletion Project Removed comes, by poll interval, size of the account
 * and time of an answer, in simulated time. Ends with exit code 1 where it is over two times Look Back and two polls.
 */
import { MINUTE, SECOND, START_MS } from '../../service';
import { numbered, OPTIONS, TestTrigger } from '../testTrigger';

/** So many requests of a trigger take the time of one answer together. */
const AT_ONCE = 8;
const DELETIONS = 12;

/** Minutes from each of some deletions, at any time between polls and readings, to its item. */
async function delays(everyMs: number, projects: number, answerMs: number): Promise<number[]> {
	const trigger = new TestTrigger({ events: ['removed'] });
	const { service } = trigger;
	service.nowMs = START_MS - projects * SECOND;
	service.createAll(numbered(0, projects), {}, SECOND);
	service.behave({ requestMs: answerMs / AT_ONCE });
	const deletedAt = new Map<string, number>();
	const minutes: number[] = [];
	let next = START_MS;
	for (let polls = 0; polls < 12 || deletedAt.size > 0; polls++) {
		const id = `p${polls}`;
		if (polls > 2 && polls < DELETIONS + 3) {
			service.nowMs = next - everyMs * ((polls * 0.37) % 1);
			service.delete(id);
			deletedAt.set(id, service.nowMs);
		}
		for (const { project } of await trigger.poll(Math.max(0, next - service.nowMs))) {
			minutes.push((service.nowMs - (deletedAt.get(project.id) ?? NaN)) / MINUTE);
			deletedAt.delete(project.id);
		}
		while (next <= service.nowMs) next += everyMs;
	}
	return minutes;
}

/** Every combination of poll interval, size and time of an answer. */
const CASES = [1, 5, 10, 60, 1_440].flatMap((everyMinutes) =>
	[30, 5_000].flatMap((projects) =>
		[50, 1_000].map((answerMs) => [everyMinutes, projects, answerMs] as const),
	),
);

export async function showRemovals(): Promise<void> {
	console.log(
		'| polls every | projects | an answer takes | removed after (minutes) |\n| --- | ---: | ---: | --- |',
	);
	for (const [everyMinutes, projects, answerMs] of CASES) {
		const found = await delays(everyMinutes * MINUTE, projects, answerMs);
		const [least, most] = [Math.min(...found), Math.max(...found)];
		const range = `${least.toFixed(1)} to ${most.toFixed(1)}`;
		console.log(`| ${everyMinutes} min | ${projects} | ${answerMs} ms | ${range} |`);
		// The last poll itself takes some time.
		const isLate = most > 2 * (OPTIONS.lookBackMs / MINUTE + everyMinutes) + 0.6;
		if (isLate || found.length !== DELETIONS) process.exitCode = 1;
	}
}
