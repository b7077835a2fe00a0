/** Two usual ways of turning pages. Both lose rows of a list that moves; the tests must notice. */
import type { Walker } from './histories';

export const walkDisjointPages: Walker = async function* (fetchWindow, options) {
	const { perPage = 100, limit = Infinity } = options;
	const seen = new Set<string>();
	for (let page = 1; ; page++) {
		const { projects, pagination } = await fetchWindow({ page, perPage });
		const fresh = projects.filter(({ id }) => !seen.has(id)).slice(0, limit - seen.size);
		for (const { id } of fresh) seen.add(id);
		yield { projects: fresh, totalItems: 0, totalsDisagreed: false, requests: page };
		if (!pagination.hasNext || seen.size === limit) return;
	}
};

/** Windows overlap by a row or more, but nobody looks whether the rows are there. */
export const walkUnchecked: Walker = async function* (fetchWindow, options) {
	const { limit = Infinity } = options;
	const seen = new Set<string>();
	let end = 0;
	for (let requests = 1; ; requests++) {
		const perPage = Array.from({ length: options.perPage ?? 100 }, (_, index) => index + 1)
			.filter((size) => reach(end, size) > end)
			.reduce((best, size) => (reach(end, size) > reach(end, best) ? size : best));
		const page = Math.floor(Math.max(0, end - 1) / perPage) + 1;
		const { projects, pagination } = await fetchWindow({ page, perPage });
		const fresh = projects.filter(({ id }) => !seen.has(id)).slice(0, limit - seen.size);
		for (const { id } of fresh) seen.add(id);
		end = Math.max(end + 1, (page - 1) * pagination.perPage + projects.length);
		yield { projects: fresh, totalItems: 0, totalsDisagreed: false, requests };
		if (!pagination.hasNext || seen.size === limit || projects.length === 0) return;
	}
};

function reach(end: number, perPage: number): number {
	return (Math.floor(Math.max(0, end - 1) / perPage) + 1) * perPage;
}
