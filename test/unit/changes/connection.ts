import type { Page } from '../../../nodes/Collab/core/contract';
import type { FetchWindow } from '../../../nodes/Collab/core/pagination/pass';

/** One poll's requests: answered one after the other. What is not answered when the poll has ended never is. */
export class Connection {
	private isClosed = false;

	private last: Promise<unknown> = Promise.resolve();

	/** @param answer fails with the error that the request is to fail with */
	constructor(private readonly answer: (...request: Parameters<FetchWindow>) => Page) {}

	readonly fetchWindow: FetchWindow = async (...request) => {
		const answered = this.last.then(() =>
			this.isClosed ? new Promise<never>(() => undefined) : this.answer(...request),
		);
		this.last = answered.catch(() => undefined);
		return await answered;
	};

	close(): void {
		this.isClosed = true;
	}
}
