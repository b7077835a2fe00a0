/** Assertions that are all tried, reported one by one and counted. */
export class Checklist {
	passed = 0;

	failed = 0;

	async run(title: string, assertion: () => void | Promise<void>): Promise<void> {
		try {
			await assertion();
			this.passed += 1;
			console.log(`  ✔ ${title}`);
		} catch (error) {
			this.failed += 1;
			console.log(
				`  ✘ ${title}\n${indent(error instanceof Error ? error.message : String(error))}`,
			);
		}
	}
}

function indent(text: string): string {
	return text.replace(/^/gm, '      ');
}
