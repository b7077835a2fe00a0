import type { Page } from '../../../../nodes/Collab/core/contract';
import { CollabError } from '../../../../nodes/Collab/core/errors';
import type { FetchWindow } from '../../../../nodes/Collab/core/pagination/pass';
import { applyEdit } from './edits';
import type { Trouble } from './history';
import type { Service } from './service';

const SECOND_MS = 1000;

export interface AnswersOptions {
	readonly trouble: Trouble;
	readonly longestLateMs: number;
	/** From then on every request fails. */
	readonly endMs: number;
}

/** A service's answers to one poll, each with the trouble that the history has for it. */
export class TroubledAnswers {
	isTooLate = false;

	private answers = 0;

	constructor(
		private readonly service: Service,
		private readonly options: AnswersOptions,
	) {}

	readonly answer = (...[query, window]: Parameters<FetchWindow>): Page => {
		const { trouble, longestLateMs, endMs } = this.options;
		const number = this.answers;
		this.answers += 1;
		if (trouble.failsAt === number) throw new CollabError('unavailable', { httpStatus: 503 });
		const page = this.service.answer(query, window, {
			edit: () => this.edit(number),
			lagMs: longestLateMs > 0 ? this.lagSeconds(number) * SECOND_MS : 0,
			hasAbsurdDate: trouble.absurdDateAt === number,
		});
		this.isTooLate ||= this.service.nowMs > endMs;
		if (this.isTooLate) throw new CollabError('unavailable', { reason: 'timeout' });
		return page;
	};

	private edit(number: number): void {
		const { trouble, longestLateMs } = this.options;
		for (const { answer, edit } of trouble.edits) {
			if (answer === number) applyEdit(this.service, edit, longestLateMs);
		}
	}

	private lagSeconds(number: number): number {
		return this.options.trouble.lags.find(({ answer }) => answer === number)?.seconds ?? 0;
	}
}
