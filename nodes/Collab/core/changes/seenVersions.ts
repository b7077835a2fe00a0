import type { Project } from '../contract';
import { idHash, versionOf } from './hash';
import { StampGroup } from './stampGroup';
import { compareInstants, type Instant, instantKey, latestOf, withSavedDigits } from '../time';

/**
 * Under the key of their stamp (`instantKey`), the versions seen with it, the one added last at the end: 17 characters each,
 * `idHash` and `versionOf`.
 */
export type SavedVersions = Readonly<Record<string, string>>;

/**
 * Which versions of which projects were delivered, for as long as they can be read again. Opening looks at each stamp, a look-up
 * decodes the versions of one stamp, and only what needs all of a project's versions decodes all.
 */
export class SeenVersions {
	/** By the project's ID hash, the groups that hold a version of it; undefined until it is needed. */
	private groupsById: Map<string, readonly StampGroup[]> | undefined;

	/** The stamp below which versions were forgotten since it was opened. */
	forgottenBelow: Instant | undefined;

	private constructor(private readonly groups: Map<string, StampGroup>) {}

	/** What is damaged is dropped: its versions would be delivered once more. */
	static open(saved: unknown): SeenVersions {
		const groups = new Map<string, StampGroup>();
		const entries = typeof saved === 'object' && saved !== null ? Object.entries(saved) : [];
		for (const [key, packed] of entries) {
			const group = StampGroup.open(key, packed);
			if (group) groups.set(key, group);
		}
		return new SeenVersions(groups);
	}

	/** Versions in all. */
	get size(): number {
		let size = 0;
		for (const group of this.groups.values()) size += group.size;
		return size;
	}

	/** Versions from a stamp on; undefined: in all. */
	sizeFrom(low: Instant | undefined): number {
		let size = 0;
		for (const group of this.groups.values()) {
			if (!low || compareInstants(group.at, low) >= 0) size += group.size;
		}
		return size;
	}

	/** Whether this version of the project was seen. */
	has(project: Project, at: Instant): boolean {
		const group = this.groups.get(keyOf(at));
		return group !== undefined && group.has(idHash(project.id), versionOf(project));
	}

	/** Whether any version of the project was seen. */
	knowsId(id: string): boolean {
		return this.groupsOf(idHash(id)).length > 0;
	}

	/**
	 * Versions of the same project that are not earlier are forgotten. When one of them appears again (a change taken back within
	 * a second, a replica that lagged) it is delivered again: the state of a project that was delivered last is its true one.
	 */
	add(project: Project, at: Instant): void {
		const id = idHash(project.id);
		const group = this.groupOf(at);
		const earlier = this.groupsOf(id).filter((other) => compareInstants(other.at, group.at) < 0);
		for (const other of this.groupsOf(id)) {
			if (!earlier.includes(other)) this.removeFrom(other, id);
		}
		group.put(id, versionOf(project));
		this.groups.set(group.key, group);
		this.groupsById?.set(id, [...earlier, group]);
	}

	/**
	 * The stamp up to which, this one included, versions have to be forgotten so that the others take no more space than `max`
	 * versions of one stamp (17 characters each; every stamp takes one to two more). Undefined when they fit. Never the newest
	 * stamp: where that one alone has more, see `trim`.
	 */
	cutFor(max: number): Instant | undefined {
		let excess = -max;
		for (const group of this.groups.values()) excess += group.savedSize;
		if (excess <= 0) return undefined;
		const oldestFirst = [...this.groups.values()].sort((a, b) => compareInstants(a.at, b.at));
		let cut: Instant | undefined;
		for (const { at, savedSize } of oldestFirst.slice(0, -1)) {
			if (excess <= 0) break;
			excess -= savedSize;
			cut = at;
		}
		return cut;
	}

	/** Forgets what has an earlier stamp. */
	forgetBelow(low: Instant): void {
		const bound = withSavedDigits(low);
		this.forgottenBelow = latestOf([this.forgottenBelow, bound]);
		for (const group of this.groups.values()) {
			if (group.isBelow(bound)) this.drop(group.key);
		}
	}

	/** Keeps of one stamp's versions only the `keep` ones that were added last; returns whether others were forgotten. */
	trim(at: Instant, keep: number): boolean {
		const group = this.groups.get(keyOf(at));
		if (!group || group.size <= keep) return false;
		group.keepLast(keep);
		this.groupsById = undefined;
		if (group.size === 0) this.drop(group.key);
		return true;
	}

	/** Encodes the stamps whose versions changed; the others stay the strings that they were. */
	toSaved(): SavedVersions {
		const groups = Array.from(this.groups.values());
		return Object.fromEntries(groups.map((group) => [group.key, group.encoded()]));
	}

	private groupOf(at: Instant): StampGroup {
		const key = keyOf(at);
		return this.groups.get(key) ?? StampGroup.empty(key, withSavedDigits(at));
	}

	private groupsOf(id: string): readonly StampGroup[] {
		this.groupsById ??= this.indexed();
		return this.groupsById.get(id) ?? [];
	}

	private indexed(): Map<string, readonly StampGroup[]> {
		const groupsById = new Map<string, StampGroup[]>();
		for (const group of this.groups.values()) {
			for (const id of group.ids()) {
				const groups = groupsById.get(id);
				if (groups) groups.push(group);
				else groupsById.set(id, [group]);
			}
		}
		return groupsById;
	}

	private removeFrom(group: StampGroup, id: string): void {
		group.remove(id);
		if (group.size === 0) this.groups.delete(group.key);
	}

	private drop(key: string): void {
		this.groups.delete(key);
		this.groupsById = undefined;
	}
}

function keyOf(at: Instant): string {
	return instantKey(withSavedDigits(at));
}
