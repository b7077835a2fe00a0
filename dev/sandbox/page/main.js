/** Asks the service's console, with a body in JSON. Fails with the service's own words. */
async function ask(method, path, fields) {
	const headers = fields && { 'content-type': 'application/json' };
	const body = JSON.stringify(fields);
	const response = await fetch(`/console${path}`, { method, headers, body });
	const answer = response.status === 204 ? undefined : await response.json();
	if (!response.ok) throw new Error(answer.error.message);
	return answer;
}

/** Does what a person asked for, shows what there is now, and says that it is done; or why it failed, which it also returns. */
async function change(method, path, done, fields) {
	const notice = document.getElementById('notice');
	let failure = '';
	try {
		await ask(method, path, fields);
		await show();
	} catch (error) {
		failure = error.message;
	}
	notice.textContent = failure || done;
	return failure;
}

/** Text from people only ever becomes text, never markup. */
function element(tag, properties = {}, ...children) {
	const made = Object.assign(document.createElement(tag), properties);
	made.append(...children);
	return made;
}

/** Shows rows of cells, the last of which holds buttons. */
function fillTable(id, headings, rows) {
	const row = (tag, cells) =>
		element('tr', {}, ...cells.map((cell) => element(tag, {}, ...[cell].flat())));
	document
		.getElementById(id)
		.replaceChildren(
			element('thead', {}, row('th', [...headings, ''])),
			element('tbody', {}, ...rows.map((cells) => row('td', cells))),
		);
}

/** A button whose accessible name also says what it acts on. */
const button = (text, subject, onclick) =>
	element('button', { ariaLabel: `${text} ${subject}`, onclick }, text);

const time = (timestamp) =>
	new Date(timestamp).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

function projectRow(project) {
	const { id, name, status, task_count: tasks, completed_task_count: done } = project;
	const [action, changed] = status === 'archived' ? ['Restore', 'active'] : ['Archive', 'archived'];
	const path = `/projects/${id}`;
	return [
		[element('strong', {}, name), element('br'), element('code', {}, id)],
		element('code', {}, project.owner_id),
		status,
		`${done} of ${tasks}`,
		project.end_date,
		time(project.updated_at),
		[
			button('Edit', name, () => fillIn(project, 'PUT', path)),
			button(action, name, () =>
				change('PUT', path, `${name} ${action.toLowerCase()}d.`, { status: changed }),
			),
			button('Delete', name, () => change('DELETE', path, `${name} deleted.`)),
		],
	];
}

function applicationRow({ id, application, since }) {
	const done = `${application} has no access any more.`;
	return [
		element('strong', {}, application),
		time(since),
		button('Withdraw access', `of ${application}`, () =>
			change('DELETE', `/applications/${id}`, done),
		),
	];
}

async function show() {
	const projects = await ask('GET', '/projects');
	const headings = ['Name', 'Owner ID', 'Status', 'Tasks', 'End date', 'Updated'];
	fillTable('projects', headings, projects.map(projectRow));
	const applications = await ask('GET', '/applications');
	fillTable('applications', ['Name', 'Since'], applications.map(applicationRow));
}

const dialog = document.querySelector('dialog');
const form = dialog.querySelector('form');
const inputs = [...form.querySelectorAll('[name]')];

/** Lets a person edit all fields. What the service refuses stays open, with the reason. */
function fillIn(project, method, path) {
	for (const input of inputs) input.value = project[input.name];
	const refusal = form.querySelector('[role="alert"]');
	refusal.textContent = '';
	form.onsubmit = async (event) => {
		event.preventDefault();
		const entered = inputs.map((input) => [
			input.name,
			input.type === 'number' ? input.valueAsNumber : input.value,
		]);
		refusal.textContent = await change(method, path, 'Saved.', Object.fromEntries(entered));
		if (refusal.textContent === '') dialog.close();
	};
	dialog.showModal();
}

document.getElementById('cancel').onclick = () => dialog.close();

const dateIn = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

document.getElementById('new-project').onclick = () => {
	const counts = { member_count: 1, task_count: 0, completed_task_count: 0 };
	const dates = { start_date: dateIn(0), end_date: dateIn(90) };
	const texts = { name: 'New project', description: '', status: 'active', owner_id: 'usr_ada' };
	fillIn({ ...texts, ...counts, ...dates }, 'POST', '/projects');
};

// Others change projects, too; a row that someone is about to use stays as it is.
setInterval(() => {
	if (!document.querySelector('table:is(:hover, :focus-within)')) void show();
}, 3000);
void show();
