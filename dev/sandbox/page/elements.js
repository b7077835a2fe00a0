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
	const row = (tag, cells) =>
		element('tr', {}, ...cells.map((cell) => element(tag, {}, ...[cell].flat())));
	document
		.getElementById(id)
		.replaceChildren(
			element('thead', {}, row('th', [...headings, ''])),
			element('tbody', {}, ...rows.map((cells) => row('td', cells))),
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

/** Runs what a person asked for, and says that it is done; an error is shown instead of swallowed. */
export async function attempt(action, done) {
	const notice = document.getElementById('notice');
	try {
		await action();
		if (done !== undefined) notice.textContent = done;
	} catch (error) {
		notice.textContent = error.message;
	}
}

/** Changes something, says so, and shows what there is now. */
export function change(method, path, done, show, body) {
	return attempt(async () => await show(await ask(method, path, body)), done);
}
