import type { ChangeOptions, FieldChange } from './options';
import type { JsonValue, Project } from '../contract';
import { canonicalJson, fingerprint, FINGERPRINT_LENGTH } from './fingerprint';

/** Values are kept once, as words; a project is its id's fingerprint and the numbers of its words. */
export interface SavedMemory {
	readonly fields: readonly string[];
	readonly seeded: boolean;
	readonly words: readonly string[];
	readonly projects: string;
}

/** How much of a saved state the memory may take: about 75,000 projects with status and task counts. */
const MAX_CHARACTERS = 1_000_000;

/** Longer values are told apart by a fingerprint: their change is seen, their earlier value not known. */
const MAX_WORD_LENGTH = 100;
const FINGERPRINT_MARK = '#';

const STATUS_EVENTS = ['archived', 'restored'];
const TASK_EVENTS = ['completed', 'reopened'];

/** The fields whose earlier values the chosen events need; none for the plain trigger. */
export function rememberedFields({ events, fieldsToWatch }: ChangeOptions): readonly string[] {
	const fields = new Set(events.includes('updated') ? fieldsToWatch : []);
	if (events.some((event) => STATUS_EVENTS.includes(event))) fields.add('status');
	if (events.some((event) => TASK_EVENTS.includes(event))) {
		fields.add('task_count').add('completed_task_count');
	}
	return [...fields].sort();
}

/** The earlier values of the watched fields, of the projects that changed last. */
export class Memory {
	private constructor(
		readonly fields: readonly string[],
		readonly seeded: boolean,
		/** In order of change, the latest last. */
		private readonly projects: Map<string, readonly string[]>,
	) {}

	/** Starts anew when other fields are watched now. */
	static fromSaved(saved: SavedMemory | undefined, fields: readonly string[]): Memory {
		const usable = saved && saved.fields.join() === fields.join();
		return usable ? new Memory(fields, saved.seeded, decode(saved)) : Memory.empty(fields);
	}

	static empty(fields: readonly string[]): Memory {
		return new Memory(fields, fields.length === 0, new Map());
	}

	knows(project: Project): boolean {
		return this.projects.has(fingerprint(project.id));
	}

	note(project: Project): void {
		if (this.fields.length === 0) return;
		const id = fingerprint(project.id);
		this.projects.delete(id);
		this.projects.set(id, this.wordsOf(project));
	}

	/** The same memory after all projects have been read once; what it knows already stays. */
	seededWith(oldestFirst: readonly Project[]): Memory {
		const seeds = oldestFirst.map(
			(project) => [fingerprint(project.id), this.wordsOf(project)] as const,
		);
		return new Memory(this.fields, true, new Map([...seeds, ...this.projects]));
	}

	/** Which watched fields differ from what is remembered; undefined when nothing is. */
	changesTo(project: Project): Readonly<Record<string, FieldChange>> | undefined {
		const before = this.projects.get(fingerprint(project.id));
		if (!before) return undefined;
		const changes: Record<string, FieldChange> = {};
		this.wordsOf(project).forEach((word, index) => {
			const [field, earlier] = [this.fields[index], before[index]];
			if (field === undefined || earlier === undefined || word === earlier) return;
			changes[field] = { ...fromWord(earlier), to: project[field] ?? null };
		});
		return changes;
	}

	toSaved(): SavedMemory | undefined {
		if (this.fields.length === 0) return undefined;
		let kept = [...this.projects];
		let saved = encode(kept);
		while (lengthOf(saved) > MAX_CHARACTERS) {
			kept = kept.slice(Math.ceil(kept.length / 10));
			saved = encode(kept);
		}
		return { fields: this.fields, seeded: this.seeded, ...saved };
	}

	private wordsOf(project: Project): readonly string[] {
		return this.fields.map((field) => {
			const word = canonicalJson(project[field] ?? null);
			return word.length > MAX_WORD_LENGTH ? FINGERPRINT_MARK + fingerprint(word) : word;
		});
	}
}

function fromWord(word: string): { from?: JsonValue } {
	return word.startsWith(FINGERPRINT_MARK) ? {} : { from: JSON.parse(word) as JsonValue };
}

type Entry = readonly [id: string, words: readonly string[]];

function encode(entries: readonly Entry[]): Pick<SavedMemory, 'words' | 'projects'> {
	const numbers = new Map<string, number>();
	const numberOf = (word: string) => {
		const number = numbers.get(word) ?? numbers.size;
		numbers.set(word, number);
		return number.toString(36);
	};
	const projects = entries.map(([id, words]) => id + words.map(numberOf).join(','));
	return { words: [...numbers.keys()], projects: projects.join(';') };
}

function decode({ words, projects }: SavedMemory): Map<string, readonly string[]> {
	const decoded = new Map<string, readonly string[]>();
	for (const entry of projects === '' ? [] : projects.split(';')) {
		const numbers = entry.slice(FINGERPRINT_LENGTH).split(',');
		const values = numbers.map((number) => words[Number.parseInt(number, 36)] ?? 'null');
		decoded.set(entry.slice(0, FINGERPRINT_LENGTH), values);
	}
	return decoded;
}

function lengthOf({ words, projects }: Pick<SavedMemory, 'words' | 'projects'>): number {
	return projects.length + JSON.stringify(words).length;
}
