const dialog = document.getElementById('project-dialog');
const form = document.getElementById('project-form');

const MS_PER_DAY = 86_400_000;
const COUNTS = ['member_count', 'task_count', 'completed_task_count'];

/** Lets a person fill in a project; gives its fields, or nothing when they change their mind. */
export function editProject(title, project = emptyProject()) {
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
	return {
		name: '',
		description: '',
		status: 'active',
		owner_id: 'usr_ada',
		member_count: 1,
		task_count: 0,
		completed_task_count: 0,
		start_date: dateIn(0),
		end_date: dateIn(90),
	};
}

function dateIn(days) {
	return new Date(Date.now() + days * MS_PER_DAY).toISOString().slice(0, 10);
}
