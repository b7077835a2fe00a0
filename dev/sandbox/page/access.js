import {
	actionButton,
	announce,
	ask,
	attempt,
	copyButton,
	element,
	fillTable,
	time,
} from './elements.js';

const form = document.getElementById('new-api-key');
const fresh = document.getElementById('fresh-api-key');

export async function showApiKeys() {
	const { data } = await ask('GET', '/api-keys');
	const rows = data.map(({ id, name, start, scope, created_at: createdAt }) => [
		element('strong', {}, name),
		element('code', {}, `${start}…`),
		scope.join(' and '),
		time(createdAt),
		actionButton('Revoke', name, () => revoke(id, name)),
	]);
	fillTable('api-keys', ['Name', 'Key', 'Permission', 'Created'], rows, 'There is no API key.');
}

function revoke(id, name) {
	if (!confirm(`Revoke “${name}”? Whatever uses this key stops working at once.`)) return;
	return attempt(async () => {
		await ask('DELETE', `/api-keys/${id}`);
		fresh.replaceChildren();
		announce(`${name} revoked.`);
		await showApiKeys();
	});
}

form.addEventListener('submit', (event) => {
	event.preventDefault();
	const { name, scope } = Object.fromEntries(new FormData(form));
	return attempt(async () => {
		const created = await ask('POST', '/api-keys', { name, scope: scope.split(' ') });
		fresh.replaceChildren(
			`The key “${created.name}”, shown this once: `,
			element('code', { id: 'fresh-key' }, created.key),
			' ',
			copyButton('API key', created.key),
		);
		form.reset();
		announce(`${created.name} created.`);
		await showApiKeys();
	});
});

export async function showApplications() {
	const { data } = await ask('GET', '/applications');
	const rows = data.map(({ id, application, acts_for: actsFor, scope, since }) => [
		element('strong', {}, application),
		actsFor ?? 'itself',
		scope.join(', '),
		time(since),
		actionButton('Withdraw access', `of ${application}`, () => withdraw(id, application)),
	]);
	const headings = ['Application', 'Acts for', 'Scopes', 'Since'];
	fillTable('applications', headings, rows, 'No application is connected.');
}

function withdraw(id, application) {
	if (!confirm(`Withdraw the access of “${application}”? Its tokens stop working at once.`)) return;
	return attempt(async () => {
		await ask('DELETE', `/applications/${id}`);
		announce(`${application} has no access any more.`);
		await showApplications();
	});
}

export async function showConnection() {
	const service = await ask('GET', '/service');
	const values = [
		['Base URL', `${location.origin}/v1`],
		['Authorization server', location.origin],
		['Client ID', service.clientId],
		['Client secret', service.clientSecret],
		...(service.apiKey ? [['API key', service.apiKey]] : []),
		['User name (password flow)', service.username],
		['Password (password flow)', service.password],
		['Redirect addresses', service.redirectUris.join('\n')],
	];
	const rows = values.flatMap(([label, value]) => [
		element('dt', {}, label),
		element('dd', {}, element('code', {}, value), ' ', copyButton(label, value)),
	]);
	document.getElementById('connection-values').replaceChildren(...rows);
}
