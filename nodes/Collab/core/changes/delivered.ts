import type { Project } from '../contract';
import { canonicalJson, fingerprint, FINGERPRINT_LENGTH } from './fingerprint';
import { compareInstants, type Instant, instantFromKey, instantKey } from '../time';

/** Under its instant's key, the projects delivered with that stamp: id and content, six characters each. */
export type SavedVersions = Readonly<Record<string, string>>;

interface Version {
	readonly content: string;
	/** Undefined for a project without a readable date. */
	readonly at: Instant | undefined;
}

const PAIR_LENGTH = 2 * FINGERPRINT_LENGTH;
const UNDATED = '';

/** Projects without any date cannot be forgotten by date; more than these are not watched. */
const MAX_UNDATED = 10_000;

export function countVersions(saved: SavedVersions): number {
	const characters = Object.values(saved).reduce((sum, pairs) => sum + pairs.length, 0);
	return characters / PAIR_LENGTH;
}

/** Which versions of which projects were delivered, for as long as they can be read again. */
export class DeliveredVersions {
	private readonly versions = new Map<string, Version[]>();

	private undated = 0;

	static fromSaved(saved: SavedVersions): DeliveredVersions {
		const delivered = new DeliveredVersions();
		for (const [key, pairs] of Object.entries(saved)) {
			const at = instantFromKey(key);
			for (let start = 0; start < pairs.length; start += PAIR_LENGTH) {
				const content = pairs.slice(start + FINGERPRINT_LENGTH, start + PAIR_LENGTH);
				delivered.put(pairs.slice(start, start + FINGERPRINT_LENGTH), { content, at });
			}
		}
		return delivered;
	}

	knows(project: Project): boolean {
		return this.versions.has(fingerprint(project.id));
	}

	has(project: Project): boolean {
		const content = fingerprint(canonicalJson(project));
		const versions = this.versions.get(fingerprint(project.id)) ?? [];
		return versions.some((version) => version.content === content);
	}

	get canHoldUndated(): boolean {
		return this.undated < MAX_UNDATED;
	}

	/**
	 * Versions of the same project that are not earlier are forgotten. When one of them appears again (a change taken
	 * back within a second, a replica that lagged) it is delivered again: the last thing said about a project is true.
	 */
	add(project: Project, at: Instant | undefined): void {
		const id = fingerprint(project.id);
		const versions = this.versions.get(id) ?? [];
		const earlier = versions.filter(
			(version) => at && version.at && compareInstants(version.at, at) < 0,
		);
		this.undated -= versions.filter((version) => !version.at).length;
		this.versions.set(id, earlier);
		this.put(id, { content: fingerprint(canonicalJson(project)), at });
	}

	/** When the remembered versions were stamped. */
	stamps(): Instant[] {
		return Array.from(this.all()).flatMap(({ at }) => at ?? []);
	}

	/** What is older than the floor is never read again and need not be remembered. */
	toSaved(floor: Instant | undefined): SavedVersions {
		const saved = new Map<string, string[]>();
		for (const { id, content, at } of this.all()) {
			if (at && floor && compareInstants(at, floor) < 0) continue;
			const key = at ? instantKey(at) : UNDATED;
			const pairs = saved.get(key) ?? [];
			pairs.push(id, content);
			saved.set(key, pairs);
		}
		return Object.fromEntries(Array.from(saved, ([key, pairs]) => [key, pairs.join('')]));
	}

	private *all(): Generator<Version & { readonly id: string }> {
		for (const [id, versions] of this.versions) {
			for (const version of versions) yield { id, ...version };
		}
	}

	private put(id: string, version: Version): void {
		const versions = this.versions.get(id) ?? [];
		versions.push(version);
		this.versions.set(id, versions);
		if (!version.at) this.undated += 1;
	}
}
