import { ask } from './console.js';
import {
	actionButton,
	attempt,
	confirmed,
	copyButton,
	element,
	emptyRow,
	row,
	announce,
	time,
} from './elements.js';

const COLUMNS = 5;

const rows = document.getElementById('api-key-rows');
const form = document.getElementById('new-api-key');
const fresh = document.getElementById('fresh-api-key');

export async function showApiKeys() {
	const { data } = await ask('GET', '/api-keys');
	rows.replaceChildren(...data.map(keyRow));
	if (data.length === 0) rows.append(emptyRow(COLUMNS, 'There is no API key.'));
}

function keyRow({ id, name, start, scope, created_at: createdAt }) {
	return row(
		[
			element('strong', {}, name),
			element('code', {}, `${start}…`),
			scope.join(' and '),
			time(createdAt),
		],
		[actionButton('Revoke', name, () => revoke(id, name))],
	);
}

async function revoke(id, name) {
	const question = `Revoke “${name}”? Whatever uses this key stops working at once.`;
	if (!(await confirmed(question, 'Revoke'))) return;
	await attempt(async () => {
		await ask('DELETE', `/api-keys/${id}`);
		fresh.hidden = true;
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
			element('p', {}, `The key “${created.name}”, shown this once:`),
			element('code', { id: 'fresh-key' }, created.key),
			copyButton('API key', created.key),
		);
		fresh.hidden = false;
		form.reset();
		announce(`${created.name} created.`);
		await showApiKeys();
	});
});
