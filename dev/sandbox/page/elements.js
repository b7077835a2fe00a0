/** Text from people only ever becomes text, never markup. */
export function element(tag, properties = {}, ...children) {
	const made = Object.assign(document.createElement(tag), properties);
	made.append(...children);
	return made;
}

export function row(cells, actions) {
	const shown = cells.map((content) => element('td', {}, content));
	return element('tr', {}, ...shown, element('td', { className: 'row-actions' }, ...actions));
}

export function emptyRow(columns, text) {
	return element('tr', { className: 'empty' }, element('td', { colSpan: columns }, text));
}

/** A button whose accessible name also says what it acts on. */
export function actionButton(text, subject, onclick) {
	return element('button', { type: 'button', ariaLabel: `${text} ${subject}`, onclick }, text);
}

export function copyButton(label, text) {
	return actionButton('Copy', label, () =>
		attempt(async () => {
			await navigator.clipboard.writeText(text);
			announce(`${label} copied.`);
		}),
	);
}

const dateAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

export function time(timestamp) {
	if (timestamp === null) return element('span', {}, 'never');
	return element(
		'time',
		{ dateTime: timestamp, title: timestamp },
		dateAndTime.format(new Date(timestamp)),
	);
}

const dateOnly = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** A day without a time, the same in every time zone. */
export function date(day) {
	return element('time', { dateTime: day, title: day }, dateOnly.format(new Date(day)));
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

/** Asks before something that cannot be taken back. */
export function confirmed(question, yes) {
	const dialog = document.getElementById('question');
	document.getElementById('question-text').textContent = question;
	document.getElementById('question-yes').textContent = yes;
	dialog.returnValue = '';
	dialog.showModal();
	return new Promise((resolve) => {
		dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
	});
}
