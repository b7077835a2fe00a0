import { readFileSync } from 'node:fs';
import {
	createSourceFile,
	forEachChild,
	isCallExpression,
	isIdentifier,
	isPropertyAccessExpression,
	isStringLiteral,
	ScriptTarget,
	SyntaxKind,
	type Node,
} from 'typescript';

/** What a compiled file asks for. */
export interface Reach {
	/** The arguments of `require` and `import()`, as they are written. */
	readonly modules: readonly string[];
	/** Names through which code gets at everything else. */
	readonly globals: readonly string[];
	/** n8n's helpers, some of which open files. */
	readonly helpers: readonly string[];
}

const WAYS_OUT = /^(process|global|globalThis|eval|Function|module|__dirname|__filename)$/;

export function reachOf(file: string): Reach {
	const source = createSourceFile(file, readFileSync(file, 'utf8'), ScriptTarget.ES2022);
	const modules: string[] = [];
	const globals: string[] = [];
	const helpers: string[] = [];
	const visit = (node: Node) => {
		if (isCallExpression(node) && isImport(node.expression)) {
			const [asked] = node.arguments;
			modules.push(asked && isStringLiteral(asked) ? asked.text : 'computed');
		}
		if (isIdentifier(node) && WAYS_OUT.test(node.text)) globals.push(node.text);
		if (isPropertyAccessExpression(node) && isNamed(node.expression, 'helpers')) {
			helpers.push(node.name.text);
		}
		forEachChild(node, visit);
	};
	visit(source);
	return { modules, globals, helpers };
}

const isImport = (called: Node) =>
	called.kind === SyntaxKind.ImportKeyword || (isIdentifier(called) && called.text === 'require');

const isNamed = (node: Node, name: string) =>
	isPropertyAccessExpression(node)
		? node.name.text === name
		: isIdentifier(node) && node.text === name;
