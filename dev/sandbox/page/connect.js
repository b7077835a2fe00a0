import { ask } from './console.js';
import { copyButton, element } from './elements.js';

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
	];
	document
		.getElementById('connection-values')
		.replaceChildren(
			...values.flatMap(([label, value]) => [
				element('dt', {}, label),
				element('dd', {}, element('code', {}, value), copyButton(label, value)),
			]),
			element('dt', {}, 'Redirect addresses'),
			element('dd', {}, element('code', {}, service.redirectUris.join('\n'))),
		);
}
