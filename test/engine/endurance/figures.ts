import { megabytes } from './bounds';
import type { Figures } from './endurance';

const COLUMNS: ReadonlyArray<readonly [head: string, cell: (figures: Figures) => string]> = [
	['polls', ({ polls }) => count(polls)],
	['failed', ({ failedPolls }) => count(failedPolls)],
	['changes', ({ changes }) => count(changes)],
	['items delivered', ({ itemsDelivered }) => count(itemsDelivered)],
	['requests', ({ requests }) => count(sum(Object.values(requests)))],
	['401', ({ requests }) => count(requests[401] ?? 0)],
	['429', ({ requests }) => count(requests[429] ?? 0)],
	['503', ({ requests }) => count(requests[503] ?? 0)],
	['dropped', ({ requests }) => count(requests[0] ?? 0)],
	['heap', ({ heapBytes }) => megabytes(heapBytes)],
	['buffers', ({ externalBytes }) => megabytes(externalBytes)],
	['resident', ({ residentBytes }) => megabytes(residentBytes)],
	['open', ({ openResources }) => count(openResources.length)],
	['state', ({ states }) => stateSize(states, false)],
	['remembering', ({ states }) => stateSize(states, true)],
];

const WIDTH = 13;

export const head = () => COLUMNS.map(([title]) => title.padStart(WIDTH)).join('');

export const row = (figures: Figures) =>
	COLUMNS.map(([, cell]) => cell(figures).padStart(WIDTH)).join('');

export const incidentsIn = ({ incidents }: Figures) =>
	Object.entries(incidents)
		.map(([incident, times]) => `${incident}: ${times}`)
		.join(', ');

function stateSize(states: Figures['states'], remembering: boolean): string {
	const sizes = states.filter(({ remembers }) => remembers === remembering);
	return `${count(Math.max(...sizes.map(({ bytes }) => bytes)))} B`;
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}

const count = (value: number) => value.toLocaleString('en-US');
