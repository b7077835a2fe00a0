import { ask } from './console.js';
import {
	actionButton,
	attempt,
	confirmed,
	element,
	emptyRow,
	row,
	announce,
	time,
} from './elements.js';

const COLUMNS = 5;

const rows = document.getElementById('application-rows');

export async function showApplications() {
	const { data } = await ask('GET', '/applications');
	rows.replaceChildren(...data.map(applicationRow));
	if (data.length === 0) rows.append(emptyRow(COLUMNS, 'No application is connected.'));
}

function applicationRow({ id, application, acts_for: actsFor, scope, since }) {
	return row(
		[element('strong', {}, application), actsFor ?? 'itself', scope.join(', '), time(since)],
		[actionButton('Withdraw access', `of ${application}`, () => withdraw(id, application))],
	);
}

async function withdraw(id, application) {
	const question = `Withdraw the access of “${application}”? Its tokens stop working at once.`;
	if (!(await confirmed(question, 'Withdraw access'))) return;
	await attempt(async () => {
		await ask('DELETE', `/applications/${id}`);
		announce(`${application} has no access any more.`);
		await showApplications();
	});
}
