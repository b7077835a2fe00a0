/** Asks the service's console. Fails with the service's own words. */
export async function ask(method, path, body) {
	const headers = body && { 'content-type': 'application/json' };
	const response = await fetch(`/console${path}`, { method, headers, body: JSON.stringify(body) });
	const answer = response.status === 204 ? undefined : await response.json();
	if (!response.ok) throw new Error(answer.error.message);
	return answer;
}

/** Text from people only ever becomes text, never markup. */
export function element(tag, properties = {}, ...children) {
	const made = Object.assign(document.createElement(tag), properties);
	made.append(...children);
	return made;
}

/** Shows rows of cells, the last of which holds buttons; a sentence where there is no row. */
export function fillTable(id, headings, rows, ifEmpty) {
	const head = headings.map((text) => element('th', { scope: 'col' }, text));
	const body = rows.map((cells) =>
		element('tr', {}, ...cells.map((content) => element('td', {}, ...[content].flat()))),
	);
	document
		.getElementById(id)
		.replaceChildren(
			element('thead', {}, element('tr', {}, ...head, element('th', { ariaLabel: 'Actions' }))),
			element('tbody', {}, ...body),
			element('caption', { hidden: rows.length > 0 }, ifEmpty),
		);
}

/** A button whose accessible name also says what it acts on. */
export function actionButton(text, subject, onclick) {
	return element('button', { type: 'button', ariaLabel: `${text} ${subject}`, onclick }, text);
}

export function time(timestamp) {
	return new Date(timestamp).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}

export function announce(text) {
	document.getElementById('notice').textContent = text;
}

/** Runs what a person asked for; an error is shown instead of swallowed. */
export async function attempt(action) {
	try {
		await action();
	} catch (error) {
		announce(error.message);
	}
}

/** Changes something, says so, and shows what there is now. */
export function change(method, path, done, show, body) {
	return attempt(async () => {
		const answer = await ask(method, path, body);
		announce(done);
		await show(answer);
	});
}
