import { startSandbox } from '../../dev/sandbox';
import { activateTrigger } from './harness/activateTrigger';
import { asSomebody } from './harness/asSomebody';
import { answer, listOf, scriptedServers } from './harness/scriptedServer';
import { withoutWaits } from './harness/withoutWaits';

withoutWaits();

const serve = scriptedServers();
const project = (name: string, updated_at: string) => ({ id: `proj_${name}`, name, updated_at });

/** A service whose answer to everything can be changed; it begins with this status. */
async function serviceInTrouble(status: number, headers: Record<string, string> = {}) {
	const trouble = { status };
	const projects = [project('old', '2026-01-01T00:00:00Z')];
	const service = await serve((response) =>
		trouble.status === 200
			? answer(response, 200, listOf(projects))
			: answer(response, trouble.status, {}, headers),
	);
	return { trouble, projects, service: { ...service, apiKey: 'secret-key' } };
}

describe.each(['init', 'leadershipChange'] as const)('when n8n starts (%s)', (mode) => {
	it.each([401, 403, 429, 503])(
		'with a service that answers %d, the trigger lives, reports, and recovers by itself',
		async (status) => {
			const { trouble, projects, service } = await serviceInTrouble(status, {
				'Retry-After': '3600',
			});
			const trigger = await activateTrigger({ ...asSomebody(service), mode });
			expect(trigger.errors).toEqual([]);
			await trigger.tick();
			expect(trigger.errors).toHaveLength(1);
			trouble.status = 200;
			await trigger.tick();
			expect(trigger.emitted).toEqual([]);
			projects.unshift(project('new', '2026-01-02T00:00:00Z'));
			await trigger.tick();
			expect(trigger.emitted).toMatchObject([[{ json: { name: 'new' } }]]);
			expect(trigger.errors).toHaveLength(1);
		},
	);

	it('what changed while n8n was down and the service too is delivered when both are back', async () => {
		const sandbox = await startSandbox({ projects: 5, seed: 1 });
		const before = await activateTrigger(asSomebody(sandbox));
		before.stop();
		const { port } = new URL(sandbox.url);
		await sandbox.close();
		const after = await activateTrigger({
			...asSomebody(sandbox),
			mode,
			savedState: before.savedState,
		});
		expect(after.errors).toEqual([]);
		const again = await startSandbox({ projects: 5, seed: 1, port: Number(port) });
		again.projects.create({ name: 'Meanwhile' });
		await after.tick();
		await again.close();
		expect(after.emitted).toMatchObject([[{ json: { name: 'Meanwhile' } }]]);
	});
});

describe('when a person publishes the workflow', () => {
	it.each([
		[401, /did not accept the credential/],
		[403, /does not allow/],
		[404, /no list of projects at this address/],
		[302, /redirects/],
	])('a %d is shown at once', async (status, message) => {
		const { service } = await serviceInTrouble(status);
		await expect(activateTrigger(asSomebody(service))).rejects.toThrow(message);
	});

	it('an address without protection is shown at once', async () => {
		const account = { baseUrl: 'http://collab.example.com/v1', apiKey: 'secret-key' };
		await expect(activateTrigger(asSomebody(account))).rejects.toThrow(/unprotected/);
	});

	it('an address that does not answer with https is shown at once', async () => {
		const { service } = await serviceInTrouble(200);
		const account = { ...service, baseUrl: service.baseUrl.replace('http:', 'https:') };
		await expect(activateTrigger(asSomebody(account))).rejects.toThrow(/https/i);
	});

	it.each([429, 503])('a %d does not stand in the way: it passes by itself', async (status) => {
		const { trouble, projects, service } = await serviceInTrouble(status, {
			'Retry-After': '3600',
		});
		const trigger = await activateTrigger(asSomebody(service));
		trouble.status = 200;
		await trigger.tick();
		projects.unshift(project('new', '2026-01-02T00:00:00Z'));
		await trigger.tick();
		expect(trigger.emitted).toMatchObject([[{ json: { name: 'new' } }]]);
	});
});
