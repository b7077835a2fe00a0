import { chain, node, type WorkflowDraft } from '../../../dev/host/template';
import { SIMPLIFIED_FIELDS } from '../../simplifiedFields';
import { by, type Row, rowsOf } from '../stage';
import { stage, store } from './stage';

/** Started by a request to the path, and answers with all items of the Collab node. */
export function onRequest(path: string, parameters: Row): WorkflowDraft {
	const answering = { path, responseMode: 'lastNode', responseData: 'allEntries' };
	return chain(path, [
		node('Webhook', 'n8n-nodes-base.webhook', answering),
		node('Collab', 'n8n-nodes-collab.collab', parameters),
	]);
}

/** All projects, by ID: what a list asked for at the path gave, and what the service holds. */
export const listed = async (path: string) => by('id', await stage.ask(path));
export const held = () => by('id', store().all());

describe.each(['apiKey', 'oAuth2'])('Lists with %s', (authentication) => {
	it('all projects come, each with all fields', async () => {
		const path = `all-${authentication}`;
		await stage.publish(onRequest(path, { authentication, returnAll: true, output: 'raw' }));
		expect(await listed(path)).toEqual(held());
	});

	it('simplified output has ten fields of them, and computed ones', async () => {
		const path = `few-${authentication}`;
		await stage.publish(onRequest(path, { authentication, limit: 3, addComputedFields: true }));
		const items = await stage.ask(path);
		const newest = by('updated_at', store().all()).at(-1);
		expect(items).toHaveLength(3);
		expect(items[0]).toMatchObject({ updated_at: newest?.updated_at });
		const fields = Object.keys(items[0] ?? {});
		expect(fields.slice(0, 10)).toEqual(SIMPLIFIED_FIELDS);
		expect(fields).toHaveLength(15);
	});
});

describe('Error output', () => {
	/** Lists projects of the status that the request names; a node stands after each output of the Collab node. */
	function withErrorOutput(): WorkflowDraft {
		const draft = onRequest('status', { status: '={{ $json.query.status }}' });
		const [webhook, collab] = draft.nodes;
		if (!webhook || !collab) throw new Error('The draft has no nodes');
		const outputs = ['Listed', 'Failed'];
		const nodes = outputs.map((name) => node(name, 'n8n-nodes-base.noOp'));
		const main = outputs.map((name) => [{ node: name, type: 'main', index: 0 }]);
		const failing = { ...collab, onError: 'continueErrorOutput' };
		const connections = { ...draft.connections, Collab: { main } };
		return { ...draft, nodes: [webhook, failing, ...nodes], connections };
	}

	it('gets the item that failed, and no project', async () => {
		const workflow = await stage.publish(withErrorOutput());
		/** How many items reached the node after each output. */
		const reached = async () => {
			const execution = await stage.next(workflow);
			return ['Listed', 'Failed'].map((name) => rowsOf(execution, name).length);
		};
		expect(await stage.ask('status?status=active')).toHaveLength(50);
		expect(await reached()).toEqual([50, 0]);
		const [failed] = await stage.ask('status?status=closed');
		expect(failed?.['error']).toContain("'Status'");
		expect(await reached()).toEqual([0, 1]);
	});
});
