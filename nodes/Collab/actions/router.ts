import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { asHtml, isStopped, toNodeError } from '../client/nodeErrors';
import { Service } from '../client/service';
import { hintOnItems } from '../core/messages';
import { resources } from './index';
import { oneOf, type Read } from '../fields/parameterValues';
import { readFromModel } from '../fields/tool';
import type { Item, Operation } from '../fields/operation';

/** Runs the chosen operation once for each input item; every output item is paired with its input item. */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const service = new Service(this);
	const isTool = this.getNode().type.endsWith('Tool');
	// Each once, with its items: many would give many times the same, and n8n saves them all.
	const hints = new Map<string, number[]>();
	const output: INodeExecutionData[][] = [];
	const items = this.getInputData();
	for (const itemIndex of items.keys()) {
		const entered: Read = (name) => this.getNodeParameter(name, itemIndex);
		const read = isTool ? (name: string) => readFromModel(entered, name) : entered;
		const item = { context: this, itemIndex, isTool, read, service };
		try {
			output.push(await runItem(item, hints));
		} catch (error) {
			output.push([toErrorItem(item, error)]);
		}
	}
	for (const [hint, ofItems] of hints) {
		const message = asHtml(hintOnItems(hint, ofItems, items.length));
		this.addExecutionHints({ message, location: 'outputPane' });
	}
	return [output.flat()];
}

async function runItem(item: Item, allHints: Map<string, number[]>): Promise<INodeExecutionData[]> {
	const { items, hints = [] } = await chosenOperation(item).execute(item);
	for (const hint of hints) {
		if (!allHints.get(hint)?.push(item.itemIndex)) allHints.set(hint, [item.itemIndex]);
	}
	// The same object for all: n8n saves an object once, however often it occurs in an execution.
	const pairedItem = { item: item.itemIndex };
	return items.map((json) => ({ json, pairedItem }));
}

function chosenOperation({ read }: Item): Operation {
	const operations = oneIn(resources, 'Resource', read('resource'));
	return oneIn(operations, 'Operation', read('operation'));
}

const oneIn = <T>(record: Readonly<Record<string, T>>, label: string, name: unknown): T =>
	// n8n offers Custom API Call as an operation of every node, and then points at the HTTP Request node.
	record[oneOf(label, name, Object.keys(record), '; for others, use an HTTP Request node')]!;

/**
 * The item that stands for an input item that failed; throws when the node is to stop. By these two fields alone, n8n
 * sends it to the error output and adds the fields of the input item. It does not carry the error itself: n8n would
 * drop all of its json but the message.
 */
function toErrorItem({ context, itemIndex, isTool }: Item, cause: unknown): INodeExecutionData {
	const isShown = !isTool && !context.continueOnFail();
	const error = toNodeError(context, cause, isTool ? 'tool' : 'run', itemIndex, isShown);
	if (isTool && error.description) {
		// Of an error, n8n gives a model the message only.
		error.message = `${error.message}. ${error.description}`;
		error.description = null;
	}
	if (!context.continueOnFail() || isStopped(context)) throw error;
	const { message, description } = error;
	return {
		json: { error: message, ...(description ? { message: description } : {}) },
		pairedItem: { item: itemIndex },
	};
}
