import {
	actionButton,
	announce,
	ask,
	attempt,
	date,
	element,
	fillTable,
	time,
} from './elements.js';

const REFRESH_MS = 3000;
const MS_PER_DAY = 86_400_000;
const COUNTS = ['member_count', 'task_count', 'completed_task_count'];
const HEADINGS = ['Name', 'Owner ID', 'Status', 'Tasks', 'End date', 'Updated'];

const section = document.getElementById('view-projects');
const filters = document.getElementById('project-filters');
const previous = document.getElementById('previous-page');
const next = document.getElementById('next-page');
const dialog = document.getElementById('project-dialog');
const form = document.getElementById('project-form');

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
	fillTable('projects', HEADINGS, data.map(projectRow), 'No project fits.');
	const { page: current, total_pages: pages, total_items: items } = pagination;
	document.getElementById('page-position').textContent =
		`Page ${current} of ${Math.max(1, pages)} · ${items.toLocaleString('en')} ${items === 1 ? 'project' : 'projects'}`;
	previous.disabled = !pagination.has_prev;
	next.disabled = !pagination.has_next;
}

function projectRow(project) {
	const { id, name, status, task_count: tasks, completed_task_count: done } = project;
	const [action, changed] = status === 'archived' ? ['Restore', 'active'] : ['Archive', 'archived'];
	return [
		[element('strong', {}, name), element('br'), element('code', {}, id)],
		element('code', {}, project.owner_id),
		status,
		`${done} of ${tasks}`,
		date(project.end_date),
		time(project.updated_at),
		[
			actionButton('Edit', name, () => edit(project)),
			actionButton(action, name, () =>
				change('PUT', `/${id}`, `${name} ${action.toLowerCase()}d.`, { status: changed }),
			),
			actionButton('Delete', name, () => remove(project)),
		],
	];
}

function change(method, path, done, body) {
	return attempt(async () => {
		await ask(method, `/projects${path}`, body);
		announce(done);
		await showProjects();
	});
}

async function edit(project) {
	const fields = await fillIn(`Edit ${project.name}`, project);
	if (fields) await change('PUT', `/${project.id}`, `${fields.name} saved.`, fields);
}

async function create() {
	const fields = await fillIn('New project', emptyProject());
	if (fields) await change('POST', '', `${fields.name} created.`, fields);
}

async function remove({ id, name }) {
	if (confirm(`Delete “${name}” for good?`)) await change('DELETE', `/${id}`, `${name} deleted.`);
}

/** Lets a person fill in a project; gives its fields, or nothing when they change their mind. */
function fillIn(title, project) {
	document.getElementById('project-dialog-title').textContent = title;
	for (const field of form.elements) {
		if (field.name) field.value = project[field.name];
	}
	dialog.returnValue = '';
	dialog.showModal();
	return new Promise((resolve) => {
		const close = () => resolve(dialog.returnValue === 'save' ? readFields() : undefined);
		dialog.addEventListener('close', close, { once: true });
	});
}

function readFields() {
	const fields = Object.fromEntries(new FormData(form));
	for (const name of COUNTS) fields[name] = Number(fields[name]);
	return fields;
}

function emptyProject() {
	const counts = { member_count: 1, task_count: 0, completed_task_count: 0 };
	const dates = { start_date: dateIn(0), end_date: dateIn(90) };
	return { name: '', description: '', status: 'active', owner_id: 'usr_ada', ...counts, ...dates };
}

function dateIn(days) {
	return new Date(Date.now() + days * MS_PER_DAY).toISOString().slice(0, 10);
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
	const table = document.getElementById('projects');
	const isUsed = table.contains(document.activeElement) || dialog.open;
	if (!section.hidden && !document.hidden && !isUsed) void attempt(showProjects);
}, REFRESH_MS);
