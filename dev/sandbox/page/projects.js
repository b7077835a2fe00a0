import { ask } from './console.js';
import {
	actionButton,
	attempt,
	confirmed,
	element,
	emptyRow,
	row,
	announce,
	date,
	time,
} from './elements.js';
import { editProject } from './project-dialog.js';

const REFRESH_MS = 3000;
const COLUMNS = 7;

const section = document.getElementById('view-projects');
const rows = document.getElementById('project-rows');
const filters = document.getElementById('project-filters');
const previous = document.getElementById('previous-page');
const next = document.getElementById('next-page');

let page = 1;
let shown = '';

export async function showProjects() {
	const { search, status } = Object.fromEntries(new FormData(filters));
	const query = new URLSearchParams({ page, search, status });
	const answer = await ask('GET', `/projects?${query}`);
	if (page > 1 && answer.data.length === 0) {
		page = Math.max(1, answer.pagination.total_pages);
		return showProjects();
	}
	const text = JSON.stringify(answer);
	if (text !== shown) draw(answer);
	shown = text;
}

function draw({ data, pagination }) {
	rows.replaceChildren(...data.map(projectRow));
	if (data.length === 0) rows.append(emptyRow(COLUMNS, 'No project fits.'));
	const { page: current, total_pages: pages, total_items: items } = pagination;
	document.getElementById('page-position').textContent =
		`Page ${current} of ${Math.max(1, pages)} · ${items.toLocaleString('en')} ${items === 1 ? 'project' : 'projects'}`;
	previous.disabled = !pagination.has_prev;
	next.disabled = !pagination.has_next;
}

function projectRow(project) {
	const { id, name, status, task_count: tasks, completed_task_count: done } = project;
	const title = element('div', {}, element('strong', {}, name), element('code', {}, id));
	const isArchived = status === 'archived';
	return row(
		[
			title,
			element('code', {}, project.owner_id),
			element('span', { className: `status ${status}` }, status),
			`${done} of ${tasks}`,
			date(project.end_date),
			time(project.updated_at),
		],
		[
			actionButton('Edit', name, () => edit(project)),
			isArchived
				? actionButton('Restore', name, () => act('POST', `/${id}/restore`, `${name} restored.`))
				: actionButton('Archive', name, () => act('POST', `/${id}/archive`, `${name} archived.`)),
			actionButton('Delete', name, () => remove(project)),
		],
	);
}

function act(method, path, done, body) {
	return attempt(async () => {
		await ask(method, `/projects${path}`, body);
		announce(done);
		await showProjects();
	});
}

async function edit(project) {
	const fields = await editProject(`Edit ${project.name}`, project);
	if (fields) await act('PUT', `/${project.id}`, `${fields.name} saved.`, fields);
}

async function create() {
	const fields = await editProject('New project');
	if (fields) await act('POST', '', `${fields.name} created.`, fields);
}

async function remove({ id, name }) {
	if (!(await confirmed(`Delete “${name}” for good?`, 'Delete'))) return;
	await act('DELETE', `/${id}`, `${name} deleted.`);
}

function turn(pages) {
	page += pages;
	return attempt(showProjects);
}

filters.addEventListener('submit', (event) => event.preventDefault());
filters.addEventListener('input', () => {
	page = 1;
	return attempt(showProjects);
});
previous.addEventListener('click', () => turn(-1));
next.addEventListener('click', () => turn(1));
document.getElementById('new-project').addEventListener('click', create);

// Projects change by themselves here; a row that someone is about to use stays as it is.
setInterval(() => {
	const isUsed = rows.contains(document.activeElement) || document.querySelector('dialog[open]');
	if (!section.hidden && !document.hidden && !isUsed) void attempt(showProjects);
}, REFRESH_MS);
