/** Plays a history against a trigger's poll, and gives what is wrong with its outcome: nothing, when the promise was kept. */
import { applyEdit } from '../../edits';
import { MINUTE } from '../../service';
import { InstalledTrigger } from './installedTrigger';
import type { History, Step } from './randomHistories';

/** As many as a count that is wrong and a removal may take, each of looks up to twice Look Back apart. */
const RESTING_POLLS = 16;

const LONGEST_LOOK_BACK_MS = 30 * MINUTE;
const POLL_INTERVAL_MS = MINUTE + 10_000;

/** For a backlog: what the rate allows, divided by this, and some polls to begin with and to settle removals in. */
const SHARE_OF_RATE = 16;
const SPARE_POLLS = RESTING_POLLS + 12;

export async function play(history: History): Promise<string[]> {
	const trigger = new InstalledTrigger(history);
	for (const step of history.steps) await take(step, trigger);
	await catchUp(history, trigger);
	await rest(trigger);
	// A day may have begun, for whose conditions all projects are read once.
	if (trigger.isBusy) await trigger.run();
	if (trigger.isBusy) trigger.ledger.complaints.push('busy: reads all projects');
	return trigger.ledger.complaints;
}

async function take(step: Step, trigger: InstalledTrigger): Promise<void> {
	const { service, longestLateMs } = trigger;
	switch (step.do) {
		case 'edit':
			return applyEdit(service, step.edit, longestLateMs);
		case 'wait':
			service.nowMs += step.seconds * 1000;
			return;
		case 'poll':
			return void (await trigger.run(step.trouble));
		case 'rest':
			return await rest(trigger);
		case 'poll wrongly':
			return await pollWrongly(step, trigger);
		case 'settings':
			return trigger.edit({ ...step.settings });
		case 'new start':
			return trigger.begin(step.account, step.start);
	}
}

async function pollWrongly(
	{ falseAnswers, falseRate, polls }: Extract<Step, { do: 'poll wrongly' }>,
	trigger: InstalledTrigger,
): Promise<void> {
	const { service, longestLateMs } = trigger;
	// What appears late has appeared: a part that is hidden longer than Look Back is lost.
	if (falseAnswers === 'part') service.nowMs += longestLateMs;
	// A trigger that begins with an account that looks empty has no reason to doubt it.
	await trigger.run();
	if (!trigger.hasBegun) return;
	// What is believable and lasts longer than Look Back may be taken for a fact.
	const isBelievable = falseAnswers !== 'empty account';
	const lookBackPolls = Math.floor(trigger.options.lookBackMs / POLL_INTERVAL_MS);
	const most = isBelievable ? Math.max(1, lookBackPolls) : polls;
	// What a snapshot is to deliver and is hidden from it is lost.
	if (falseAnswers === 'part' && trigger.isBusy) return;
	service.behave({ falseAnswers, falseRate });
	for (let round = 0; round < Math.min(polls, most); round += 1) {
		service.nowMs += MINUTE;
		await trigger.run();
	}
	service.behave({ falseAnswers: 'none' });
}

/** No faults and no limit to the rate, for long enough that what is late is visible. */
async function rest(trigger: InstalledTrigger): Promise<void> {
	const { service, ledger, longestLateMs } = trigger;
	const { requestsPerMinute } = service.behavior;
	service.behave({ requestsPerMinute: Infinity });
	service.nowMs += longestLateMs;
	for (let round = 1; round <= RESTING_POLLS; round += 1) {
		service.nowMs += round % 4 === 2 ? LONGEST_LOOK_BACK_MS + trigger.aheadMs : MINUTE;
		const facts = await trigger.run(undefined, 1);
		if (round === RESTING_POLLS) ledger.settle(facts);
	}
	service.behave({ requestsPerMinute });
}

/** At the rate that the service has, the backlog gets smaller with each poll, and a snapshot ends. */
async function catchUp(
	{ requestsPerPoll, service: { maxPerPage, requestsPerMinute } }: History,
	trigger: InstalledTrigger,
): Promise<void> {
	if (requestsPerMinute < Infinity || !trigger.hasBegun) return;
	const { service, ledger, longestLateMs } = trigger;
	const rows = service.ids.length;
	const pollsNeeded = rows / (requestsPerPoll * maxPerPage);
	const polls = SPARE_POLLS + Math.ceil(pollsNeeded * SHARE_OF_RATE);
	service.nowMs += longestLateMs;
	for (let round = 0; round < polls; round += 1) {
		service.nowMs += round === 2 ? LONGEST_LOOK_BACK_MS + trigger.aheadMs : MINUTE;
		const facts = await trigger.run();
		if (ledger.lost(facts).length === 0 && !trigger.isBusy) return;
	}
	ledger.complaints.push(`stuck: after ${polls} polls of ${rows} rows`);
}
