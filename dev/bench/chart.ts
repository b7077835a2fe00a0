/** The comparison as a picture for the README: readable on light and on dark pages. */
import { duration, type Comparison } from './results';

const WIDTH = 760;
const PADDING = 20;
const LABEL_WIDTH = 150;
const BARS_WIDTH = 430;
const BAR_HEIGHT = 14;
const ROW_HEIGHT = 48;
const HEAD_HEIGHT = 74;
const TITLE = 'Time to read all projects in n8n (each pair on its own scale)';

/** Its own background: an SVG in a page knows the system's theme, not the page's. */
const STYLE = `
	.card { fill: #ffffff; stroke: #d1d9e0; } .text { fill: #1f2328; } .quiet { fill: #59636e; }
	.collab { fill: #0969da; } .other { fill: #afb8c1; }
	@media (prefers-color-scheme: dark) {
		.card { fill: #0d1117; stroke: #3d444d; } .text { fill: #f0f6fc; } .quiet { fill: #9198a1; }
		.collab { fill: #4493f8; } .other { fill: #545d68; }
	}
	text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; }
	.title { font-size: 16px; font-weight: 600; } .strong { font-weight: 600; }`;

/** Every pair of bars has a scale of its own, on which the longer one fills the width. */
export function toSvg(comparisons: readonly Comparison[]): string {
	const shown = [...comparisons].sort(
		(a, b) => b.latencyMs - a.latencyMs || a.projects - b.projects,
	);
	const height = HEAD_HEIGHT + shown.length * ROW_HEIGHT + PADDING;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="Time to read all projects, Collab against HTTP Request and Split Out">`,
		`<style>${STYLE}\n</style>`,
		`<rect class="card" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>`,
		text(PADDING, 32, 'title text', TITLE),
		bar(PADDING, 46, 20, 'collab'),
		text(PADDING + 30, 58, 'text', 'Collab'),
		bar(PADDING + 100, 46, 20, 'other'),
		text(PADDING + 130, 58, 'text', 'HTTP Request with pagination, then Split Out'),
		...shown.flatMap((comparison, index) => row(comparison, HEAD_HEIGHT + index * ROW_HEIGHT)),
		'</svg>\n',
	].join('\n');
}

function row({ projects, latencyMs, collabMs, httpRequestMs }: Comparison, top: number): string[] {
	const left = PADDING + LABEL_WIDTH;
	const widthOf = (ms: number) => (ms / Math.max(collabMs, httpRequestMs)) * BARS_WIDTH;
	const faster = `${duration(collabMs)}, ${(httpRequestMs / collabMs).toFixed(1)}×`;
	const afterOther = left + widthOf(httpRequestMs) + 8;
	return [
		text(PADDING, top + 17, 'text strong', `${projects.toLocaleString('en-US')} projects`),
		text(PADDING, top + 34, 'quiet', `${latencyMs} ms latency`),
		bar(left, top + 6, widthOf(collabMs), 'collab'),
		text(left + widthOf(collabMs) + 8, top + 18, 'text strong', faster),
		bar(left, top + 22, widthOf(httpRequestMs), 'other'),
		text(afterOther, top + 34, 'quiet', duration(httpRequestMs)),
	];
}

function bar(x: number, y: number, width: number, style: string): string {
	return `<rect class="${style}" x="${x}" y="${y}" width="${width.toFixed(1)}" height="${BAR_HEIGHT}" rx="2"/>`;
}

function text(x: number, y: number, style: string, content: string): string {
	return `<text class="${style}" x="${x.toFixed(1)}" y="${y}">${content}</text>`;
}
