/** One pass, given its answers one by one. */
import type { Project, PageRequest } from '../../../nodes/Collab/core/contract';
import {
	observe,
	type PassOptions,
	type PassProgress,
	startPass,
	type Step,
} from '../../../nodes/Collab/core/pagination/progress';
import { locate } from '../../../nodes/Collab/core/pagination/windows';

interface Shown {
	readonly totalItems?: number;
	readonly hasNext?: boolean;
	readonly isRepeated?: boolean;
}

/** Rows p0, p1 ... whose names are their numbers with leading zeros, except those given. */
export function rowsOf(
	from: number,
	to: number,
	names: Readonly<Record<number, string>> = {},
): Project[] {
	return Array.from({ length: to - from }, (_, index): Project => {
		const number = from + index;
		return { id: `p${number}`, name: names[number] ?? String(number).padStart(3, '0') };
	});
}

/** A pass by name with windows of at most ten rows, over 100 rows, as long as nothing else is said. */
export class Pass {
	progress: PassProgress;

	constructor(options: Partial<PassOptions> = {}) {
		this.progress = startPass({ sortBy: 'name', maxPerPage: 10, ...options });
	}

	/** The answer to the window of so many rows with that page number. */
	sees([page, perPage]: readonly [number, number], rows: Project[], shown: Shown = {}): Step {
		const { totalItems = 100, hasNext = true, isRepeated = false } = shown;
		const pagination = { page, perPage, totalItems, totalPages: 1, hasNext };
		const window: PageRequest = { page, perPage };
		const response = { window, page: { projects: rows, pagination }, isRepeated };
		const step = observe(this.progress, locate(response, this.progress.maxPerPage));
		this.progress = step.progress;
		return step;
	}

	/** Goes on from this state. */
	with(state: Partial<PassProgress>): this {
		this.progress = { ...this.progress, ...state };
		return this;
	}
}

/** Rows 0 to 9 have been read. */
export function startedPass(options: Partial<PassOptions> = {}, names = {}): Pass {
	const pass = new Pass(options);
	pass.sees([1, 10], rowsOf(0, 10, names));
	return pass;
}
