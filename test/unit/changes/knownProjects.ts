/** The trigger for Project Removed, and what it saves of an account with two projects. */
import { OPTIONS } from './testTrigger';
import { REMOVED } from './watching';

export const WATCHED = { ...OPTIONS, ...REMOVED, inclusion: 'all', lookBackMs: 300_000 };

export const SAVED = {
	inclusion: 'all',
	count: 2,
	surplus: 0,
	lastSurplus: 0,
	projects: '[["a","A","active",1],["b","B","active",1]]',
	removed: '[]',
};
