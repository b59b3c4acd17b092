/* global document, navigator */
// What every part of the page is made of. Texts are set as text, never as HTML.

export const find = (id) => document.getElementById(id);

export function say(text) {
	if (find('message').textContent === text) return;
	find('message').textContent = text;
	find('message').scrollIntoView({ block: 'nearest' });
}

/** A function that makes such elements, of a class and with this content. */
const maker =
	(name) =>
	(className, ...content) => {
		const element = document.createElement(name);
		element.className = className;
		element.append(...content);
		return element;
	};

const names = ['button', 'code', 'dd', 'div', 'dl', 'dt', 'h3', 'li', 'p', 'span', 'strong'];
export const elements = Object.fromEntries(names.map((name) => [name, maker(name)]));

export function createButton(text, label, onClick) {
	const button = elements.button('small', text);
	button.type = 'button';
	button.setAttribute('aria-label', label);
	button.addEventListener('click', onClick);
	return button;
}

const shownTexts = new Map();

/** Whether this part of the state has changed since it was shown: what is left alone keeps the focus. */
export function isNew(name, value) {
	const text = JSON.stringify(value);
	if (shownTexts.get(name) === text) return false;
	shownTexts.set(name, text);
	return true;
}

export function showEntries(id, entries, createEntry, whenEmpty) {
	if (!isNew(id, entries)) return;
	const list = find(id);
	const buttons = [...list.querySelectorAll('button')];
	const focused = buttons.indexOf(document.activeElement);
	const empty = elements.li('quiet', whenEmpty);
	list.replaceChildren(...(entries.length === 0 ? [empty] : entries.map(createEntry)));
	const replaced = list.querySelectorAll('button');
	list.tabIndex = -1;
	// After a deletion the button in its place would delete another entry.
	if (focused >= 0) (replaced.length === buttons.length ? replaced[focused] : list).focus();
}

/** PM stays beside its time. */
export const showTime = (iso) =>
	iso === null ? '' : new Date(iso).toLocaleTimeString().replaceAll(' ', '\u00a0');

export const createMark = (text) => elements.span('mark', text);

export async function copy({ label, value }) {
	try {
		await navigator.clipboard.writeText(value);
		say(`${label} is copied.`);
	} catch {
		say('The browser does not let this page copy. Select the value and copy it.');
	}
}
