import { Limiter, RetryBudget } from '../../../nodes/Collab/core/requests/limiter';
import { groupOf, Service, times } from './limitedItem';

const last = (values: readonly number[], count: number) => values.slice(-count);

it.each([2, 4, 5, 6, 8, 11])(
	'stays where latency does not double: at %d requests at once',
	async (capacity) => {
		const service = new Service((inFlight) => (inFlight > capacity ? 100 : 50));
		await service.readAll(600);
		const settled = last(service.concurrency, 300);
		const beyond = settled.filter((inFlight) => inFlight > capacity);
		expect(beyond.length).toBeLessThan(settled.length / 10);
		// And it uses what the service has.
		expect(settled.filter((inFlight) => inFlight >= Math.min(capacity, 4)).length).toBeGreaterThan(
			150,
		);
	},
);

it('does not grow on a service whose requests take turns', async () => {
	const service = new Service((inFlight) => 50 * Math.max(1, inFlight / 4));
	await service.readAll(400);
	expect(Math.max(...last(service.concurrency, 200))).toBeLessThanOrEqual(7);
});

it('does not take the work that answers make here for latency of the service', async () => {
	const service = new Service(() => 50);
	await service.readAll(200, async () => {
		const answer = await service.request();
		service.time.work(10);
		return answer;
	});
	expect(service.concurrency.slice(30, -16).every((inFlight) => inFlight > 14)).toBe(true);
});

it('does not slow down because later pages take longer', async () => {
	const service = new Service((_inFlight, request) => 50 + request);
	await service.readAll(400);
	expect(Math.min(...last(service.concurrency.slice(0, -16), 100))).toBeGreaterThanOrEqual(8);
});

it('never sends more than the maximum, and grows for a later item that allows more', async () => {
	const service = new Service(() => 50);
	const limiter = new Limiter(new RetryBudget(), service.time);
	const send = async (maxConcurrentRequests: number) => {
		const group = groupOf({ maxConcurrentRequests });
		const all = times(100, () => limiter.send(group, service.request));
		await service.time.run(Promise.all(all));
		return Math.max(...service.concurrency.splice(0));
	};
	expect(await send(2)).toBe(2);
	expect(await send(1)).toBe(1);
	expect(await send(12)).toBe(12);
});
