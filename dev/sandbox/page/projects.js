import { actionButton, ask, attempt, change, element, fillTable, time } from './elements.js';

const HEADINGS = ['Name', 'Owner ID', 'Status', 'Tasks', 'End date', 'Updated'];

const filters = document.getElementById('project-filters');
const previous = document.getElementById('previous-page');
const next = document.getElementById('next-page');
const dialog = document.getElementById('project-dialog');
const form = document.getElementById('project-form');

let page = 1;

export async function showProjects() {
	const query = new URLSearchParams([...new FormData(filters), ['page', page]]);
	const { data, pagination } = await ask('GET', `/projects?${query}`);
	if (page > 1 && data.length === 0) {
		page = Math.max(1, pagination.total_pages);
		return showProjects();
	}
	fillTable('projects', HEADINGS, data.map(projectRow), 'No project fits.');
	const { total_pages: pages, total_items: items } = pagination;
	document.getElementById('page-position').textContent =
		`Page ${page} of ${Math.max(1, pages)} · ${items.toLocaleString('en')} ${items === 1 ? 'project' : 'projects'}`;
	previous.disabled = !pagination.has_prev;
	next.disabled = !pagination.has_next;
}

function projectRow(project) {
	const { id, name, status, task_count: tasks, completed_task_count: done } = project;
	const [action, changed] = status === 'archived' ? ['Restore', 'active'] : ['Archive', 'archived'];
	// A day without a time, the same in every time zone.
	const format = { dateStyle: 'medium', timeZone: 'UTC' };
	return [
		[element('strong', {}, name), element('br'), element('code', {}, id)],
		element('code', {}, project.owner_id),
		status,
		`${done} of ${tasks}`,
		new Date(project.end_date).toLocaleDateString('en-GB', format),
		time(project.updated_at),
		[
			actionButton('Edit', name, () => fillIn(`Edit ${name}`, project, 'PUT', `/${id}`, 'saved')),
			actionButton(action, name, () =>
				changeProject('PUT', `/${id}`, `${name} ${action.toLowerCase()}d.`, { status: changed }),
			),
			actionButton('Delete', name, () => {
				if (confirm(`Delete “${name}” for good?`))
					return changeProject('DELETE', `/${id}`, `${name} deleted.`);
			}),
		],
	];
}

const changeProject = (method, path, done, body) =>
	change(method, `/projects${path}`, done, showProjects, body);

/** Lets a person fill in a project, and sends its fields unless they change their mind. */
function fillIn(title, project, method, path, done) {
	document.getElementById('project-dialog-title').textContent = title;
	for (const field of form.elements) {
		if (field.name) field.value = project[field.name];
	}
	dialog.returnValue = '';
	dialog.onclose = () => {
		const fields = Object.fromEntries(new FormData(form));
		if (dialog.returnValue === 'save')
			return changeProject(method, path, `${fields.name} ${done}.`, fields);
	};
	dialog.showModal();
}

function create() {
	const dateIn = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
	const counts = { member_count: 1, task_count: 0, completed_task_count: 0 };
	const dates = { start_date: dateIn(0), end_date: dateIn(90) };
	const texts = { name: '', description: '', status: 'active', owner_id: 'usr_ada' };
	fillIn('New project', { ...texts, ...counts, ...dates }, 'POST', '', 'created');
}

function showPage(number) {
	page = number;
	return attempt(showProjects);
}

filters.addEventListener('submit', (event) => event.preventDefault());
filters.addEventListener('input', () => showPage(1));
previous.addEventListener('click', () => showPage(page - 1));
next.addEventListener('click', () => showPage(page + 1));
document.getElementById('new-project').addEventListener('click', create);

// Projects change by themselves here; a row that someone is about to use stays as it is.
setInterval(() => {
	const keeps = '#view-projects[hidden], #projects:is(:hover, :focus-within), dialog[open]';
	if (!document.hidden && !document.querySelector(keeps)) void attempt(showProjects);
}, 3000);
