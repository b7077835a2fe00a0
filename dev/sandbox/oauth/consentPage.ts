const MEANINGS = new Map([
	['read', 'See your projects'],
	['write', 'Create and change your projects'],
]);

/** Asks a person whether an application may act for them; what it asked for is passed on with the answer. */
export function consentPage(
	application: string,
	person: string,
	scopes: readonly string[],
	asked: ReadonlyArray<readonly [string, string | undefined]>,
): string {
	const wishes = scopes.map((scope) => `<li>${MEANINGS.get(scope)} <code>${scope}</code></li>`);
	const fields = asked.map(
		([name, value = '']) =>
			`<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
	);
	return document(
		`Allow ${application}?`,
		`<h1>Allow <strong>${application}</strong> to use your account?</h1>
<p>You are signed in as ${person}. ${application} asks to:</p>
<ul>${wishes.join('')}</ul>
<p>You can withdraw this at any time on the Collab page, under “Connected applications”.</p>
<form method="post" action="/oauth/authorize">${fields.join('')}
<div class="row"><button class="primary" name="allowed" value="true">Allow</button>
<button name="allowed" value="false">Deny</button></div></form>`,
	);
}

/** For requests that must not lead anywhere. */
export function refusalPage(problem: string): string {
	return document(
		'Not possible',
		`<h1>This request cannot be answered</h1><p>${problem}</p>
<p>Begin again in the application that sent you here, and check its client ID and its redirect address.</p>`,
	);
}

function document(title: string, main: string): string {
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Collab</title>
<link rel="icon" href="/mark.svg"><link rel="stylesheet" href="/collab.css"></head>
<body><main class="card"><p class="brand"><img src="/mark.svg" alt="" width="28" height="28"> Collab</p>
${main}</main></body></html>
`;
}

function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
