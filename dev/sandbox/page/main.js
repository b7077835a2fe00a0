import { actionButton, ask, attempt, change, element, fillTable, time } from './elements.js';
import { showProjects } from './projects.js';

const VIEWS = {
	'#projects': showProjects,
	'#api-keys': showApiKeys,
	'#applications': showApplications,
	'#connect': showConnection,
};

function showView() {
	const chosen = location.hash in VIEWS ? location.hash : '#projects';
	for (const view of Object.keys(VIEWS)) {
		document.getElementById(`view-${view.slice(1)}`).hidden = view !== chosen;
		document.querySelector(`nav a[href="${view}"]`).ariaCurrent = view === chosen ? 'page' : null;
	}
	scrollTo(0, 0);
	return attempt(() => VIEWS[chosen](), '');
}

/** The key itself is shown once, when it is made. */
async function showApiKeys(made) {
	const { data } = await ask('GET', '/api-keys');
	const rows = data.map(({ id, name, start, scope, created_at: createdAt }) => [
		element('strong', {}, name),
		element('code', {}, `${start}…`),
		scope.join(' and '),
		time(createdAt),
		actionButton('Revoke', name, () => {
			if (confirm(`Revoke “${name}”? Whatever uses this key stops working at once.`))
				return change('DELETE', `/api-keys/${id}`, `${name} revoked.`, showApiKeys);
		}),
	]);
	fillTable('api-keys', ['Name', 'Key', 'Permission', 'Created'], rows, 'There is no API key.');
	const fresh = made
		? [`The key “${made.name}”, shown this once: `, element('code', {}, made.key)]
		: [];
	document.getElementById('fresh-api-key').replaceChildren(...fresh);
}

const form = document.getElementById('new-api-key');
form.addEventListener('submit', (event) => {
	event.preventDefault();
	const { name, scope } = Object.fromEntries(new FormData(form));
	form.reset();
	const body = { name, scope: scope.split(' ') };
	return change('POST', '/api-keys', `${name} created.`, showApiKeys, body);
});

async function showApplications() {
	const { data } = await ask('GET', '/applications');
	const rows = data.map(({ id, application, acts_for: actsFor, scope, since }) => [
		element('strong', {}, application),
		actsFor ?? 'itself',
		scope.join(' and '),
		time(since),
		actionButton('Withdraw access', `of ${application}`, () => {
			const done = `${application} has no access any more.`;
			if (confirm(`Withdraw the access of “${application}”? Its tokens stop working at once.`))
				return change('DELETE', `/applications/${id}`, done, showApplications);
		}),
	]);
	const headings = ['Application', 'Acts for', 'Scopes', 'Since'];
	fillTable('applications', headings, rows, 'No application is connected.');
}

async function showConnection() {
	const service = await ask('GET', '/service');
	const values = {
		'Base URL': `${location.origin}/v1`,
		'Authorization server': location.origin,
		'API key': service.apiKey ?? 'revoked',
		'Client ID': service.clientId,
		'Client secret': service.clientSecret,
		'Redirect address (any port)': 'http://127.0.0.1:5678/rest/oauth2-credential/callback',
		'User name (password flow)': service.username,
		'Password (password flow)': service.password,
	};
	const rows = Object.entries(values).map(([label, value]) => [label, element('code', {}, value)]);
	fillTable('connection-values', ['What it asks for', 'Value'], rows, '');
}

addEventListener('hashchange', showView);
void showView();
