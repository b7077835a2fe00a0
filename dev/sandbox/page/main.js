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

const actions = {
	edit: (project) => fillIn(project, 'PUT', `/projects/${project.id}`),
	move: ({ id, name, status, action }) => {
		const fields = { status: status === 'archived' ? 'active' : 'archived' };
		return change('PUT', `/projects/${id}`, `${name} ${action.toLowerCase()}d.`, fields);
	},
	delete: ({ id, name }) => change('DELETE', `/projects/${id}`, `${name} deleted.`),
};

const time = (timestamp) =>
	new Date(timestamp).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Fills a copy of the table's template. Text from people only ever becomes text, never markup. */
function rowOf(project) {
	const action = project.status === 'archived' ? 'Restore' : 'Archive';
	const done = `${project.completed_task_count} of ${project.task_count}`;
	const shown = { ...project, action, done, updated: time(project.updated_at) };
	const copy = document.importNode(document.querySelector('template').content, true);
	for (const place of copy.querySelectorAll('[data-text]'))
		place.textContent = shown[place.dataset.text];
	for (const button of copy.querySelectorAll('button')) {
		// The name that is read out also says what it acts on.
		button.ariaLabel = `${button.textContent} ${project.name}`;
		button.onclick = () => actions[button.name](shown);
	}
	return copy;
}

async function show() {
	const projects = await ask('GET', '/projects');
	document.querySelector('tbody').replaceChildren(...projects.map(rowOf));
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
		const fields = Object.fromEntries(entered);
		refusal.textContent = await change(method, path, `${fields.name} saved.`, fields);
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
