/** Usual ways to read pages. All lose rows of a list that moves, or of one without a total order; the tests must notice. */
import { readPass } from '../../../nodes/Collab/core/pagination/pass';
import type { Reader } from './histories';

export const readDisjointPages: Reader = async function* (fetchWindow, options) {
	const { query, maxPerPage: perPage, limit } = options;
	const seen = new Set<string>();
	for (let page = 1; ; page++) {
		const { projects, pagination } = await fetchWindow(query, { page, perPage });
		const fresh = projects.filter(({ id }) => !seen.has(id)).slice(0, limit - seen.size);
		for (const { id } of fresh) seen.add(id);
		yield { projects: fresh };
		if (!pagination.hasNext || seen.size === limit) return;
	}
};

/** Windows overlap by a row or more, but nobody looks whether the rows are there. */
export const readUnchecked: Reader = async function* (fetchWindow, options) {
	const { query, limit, maxPerPage } = options;
	const seen = new Set<string>();
	for (let end = 0; ; ) {
		const sizes = Array.from({ length: maxPerPage }, (_, index) => index + 1);
		const perPage = sizes
			.filter((size) => reach(end, size) > end)
			.reduce((best, size) => (reach(end, size) > reach(end, best) ? size : best));
		const page = Math.floor(Math.max(0, end - 1) / perPage) + 1;
		const { projects, pagination } = await fetchWindow(query, { page, perPage });
		const fresh = projects.filter(({ id }) => !seen.has(id)).slice(0, limit - seen.size);
		for (const { id } of fresh) seen.add(id);
		end = Math.max(end + 1, (page - 1) * perPage + projects.length);
		yield { projects: fresh };
		if (!pagination.hasNext || seen.size === limit || projects.length === 0) return;
	}
};

function reach(end: number, perPage: number): number {
	return (Math.floor(Math.max(0, end - 1) / perPage) + 1) * perPage;
}

/** The overlap is checked; whether that was the whole list is not. */
export const readOnce: Reader = async function* (fetchWindow, options) {
	for await (const { newRows } of readPass(fetchWindow, options)) yield { projects: newRows };
};
