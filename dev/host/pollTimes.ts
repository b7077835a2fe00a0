/** n8n refuses less than a minute for one poll time, yet takes several times in a minute. */
export const EVERY_FIVE_SECONDS = {
	item: Array.from({ length: 12 }, (_, step) => ({
		mode: 'custom',
		cronExpression: `${5 * step} * * * * *`,
	})),
};
