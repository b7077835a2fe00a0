import type { Figures } from './endurance';

const BYTES_PER_MB = 1024 ** 2;

/** A state without previous values. */
const BARE_STATE_BYTES = 1_000;
/** For each project that the account ever had: its entry, and its name and description, which no other project has. */
const REMEMBERED_BYTES = 140;
/** Values that projects share, in 64 parts, each with a list of its own: owners, dates, counts. */
const VALUES_BYTES = 64 * 1_500;
/** What the trigger keeps of previous values at most; the longest runs come near to it. */
const MAX_REMEMBERED_BYTES = 900_000;
/** At most 10,000 versions that were seen within Look Back. */
const LOOK_BACK_BYTES = 150_000;

/** A leak of 1 kB in each poll would come to nine times as much between 1,000 and 10,000 polls. */
const HEAP_MARGIN_BYTES = 8 * BYTES_PER_MB;

/** What is wrong with the states: nothing, as long as they stay small. */
export function oversizedStates({ states, projectsEver }: Figures): string[] {
	return states.flatMap(({ name, remembers, bytes, largestBytes }) => {
		const valuesBytes = VALUES_BYTES + projectsEver * REMEMBERED_BYTES;
		const rememberedBytes = remembers ? Math.min(valuesBytes, MAX_REMEMBERED_BYTES) : 0;
		const quietBytes = BARE_STATE_BYTES + rememberedBytes;
		return [
			...(bytes > quietBytes ? [`${name}: ${bytes} bytes after a quiet time`] : []),
			...(largestBytes > quietBytes + LOOK_BACK_BYTES
				? [`${name}: once ${largestBytes} bytes`]
				: []),
		];
	});
}

/** What has grown in the process from the first measurement to the last. */
export function growth(figures: readonly Figures[]): string[] {
	const [first, last] = [figures[0], figures.at(-1)];
	if (!first || !last) return ['nothing was measured'];
	const grownBytes = last.heapBytes - first.heapBytes;
	return [
		...(grownBytes > HEAP_MARGIN_BYTES ? [`the heap has grown by ${megabytes(grownBytes)}`] : []),
		...(last.openResources.length > first.openResources.length
			? [`open at first: ${first.openResources.join()}; in the end: ${last.openResources.join()}`]
			: []),
	];
}

export function megabytes(bytes: number): string {
	return `${(bytes / BYTES_PER_MB).toFixed(1)} MB`;
}
