/* global document, FormData, HTMLInputElement, Option */
// The sandbox's page: shows its state, and sends the two forms. Texts are set as text, never as HTML.

const refreshMs = 1000;

const find = (id) => document.getElementById(id);

function say(text) {
	if (find('message').textContent !== text) find('message').textContent = text;
}

async function call(method, path, body) {
	const response = await fetch(path, {
		method,
		headers: body === undefined ? {} : { 'content-type': 'application/json' },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const answer = response.status === 204 ? {} : await response.json();
	if (!response.ok) throw new Error(answer.detail ?? `The sandbox answered ${response.status}.`);
	return answer;
}

function createCell(text, className) {
	const cell = document.createElement('td');
	cell.textContent = text;
	if (className) cell.className = className;
	return cell;
}

function createRow(cells) {
	const row = document.createElement('tr');
	row.append(...cells);
	return row;
}

function showRows(id, rows, whenEmpty) {
	const empty = createCell(whenEmpty, 'quiet');
	empty.colSpan = 8;
	find(id).replaceChildren(...(rows.length === 0 ? [createRow([empty])] : rows));
}

const showTime = (iso) => (iso === null ? '' : new Date(iso).toLocaleTimeString());

function showDelivery(delivery) {
	const statuses = delivery.statuses.map((status) => (status === 0 ? 'no answer' : status));
	return createRow([
		createCell(delivery.state, `short ${delivery.state}`),
		createCell(showTime(delivery.at), 'short'),
		createCell(delivery.event, 'short'),
		createCell(delivery.shape),
		createCell(delivery.conversationId),
		createCell(statuses.join(', ')),
		createCell(delivery.answer),
		createCell(delivery.url),
	]);
}

function showFault({ name, target, remaining }) {
	const item = document.createElement('li');
	const times = remaining === null ? 'until switched off' : `${remaining} more`;
	item.textContent = `${name}, ${target ?? 'everywhere'}, ${times}`;
	return item;
}

function offerOnce(select, values) {
	const offered = [...select.options].map(({ value }) => value);
	for (const value of values.filter((candidate) => !offered.includes(candidate))) {
		const option = document.createElement('option');
		option.textContent = value;
		select.append(option);
	}
}

/** Before what is made up, which is there already. The first is chosen. */
function offerDialogues(dialogues) {
	const select = find('dialogue');
	if (select.options.length > 1) return;
	for (const { name, title } of dialogues) {
		select.add(new Option(title, name), select.options.length - 1);
	}
	select.selectedIndex = 0;
	showFieldsOfChoice();
}

/** A written dialogue is as it is: what shapes one that is made up is neither shown nor sent. */
function showFieldsOfChoice() {
	for (const group of document.querySelectorAll('.made-up')) {
		group.hidden = find('dialogue').value !== '';
		for (const field of group.querySelectorAll('input, select')) field.disabled = group.hidden;
	}
}

function show(state) {
	offerDialogues(state.dialogues);
	offerOnce(find('fault-name'), state.faultNames);
	offerOnce(find('fault-target'), state.faultTargets);
	const registrations = state.registrations.map(({ url, id, created_at }) =>
		createRow([createCell(url), createCell(id), createCell(showTime(created_at))]),
	);
	showRows('registrations', registrations, 'None yet: publish a workflow with the trigger.');
	showRows('deliveries', state.deliveries.map(showDelivery), 'None yet.');
	find('trapped').textContent =
		state.trappedCallCount === 0
			? ''
			: `The documentation-only event endpoint was called ${state.trappedCallCount} times.`;
	const none = document.createElement('li');
	none.textContent = 'None.';
	find('faults').replaceChildren(
		...(state.faults.length === 0 ? [none] : state.faults.map(showFault)),
	);
}

let shown = '';
let isAway = false;

async function refresh() {
	try {
		const state = await call('GET', '/sandbox/state');
		const text = JSON.stringify(state);
		if (text !== shown) show(state);
		shown = text;
		if (isAway) say('');
		isAway = false;
	} catch {
		isAway = true;
		say('The sandbox does not answer.');
	}
}

async function refreshForEver() {
	if (!document.hidden) await refresh();
	setTimeout(refreshForEver, refreshMs);
}

/** Fields that were left empty are left out; numbers and check boxes become what they mean. */
function readForm(form) {
	const fields = {};
	for (const [name, value] of new FormData(form)) if (value !== '') fields[name] = value;
	for (const element of form.elements) {
		if (!(element instanceof HTMLInputElement) || element.disabled) continue;
		if (element.type === 'checkbox') fields[element.name] = element.checked;
		if (element.type === 'number' && element.value !== '') {
			fields[element.name] = element.valueAsNumber;
		}
	}
	return fields;
}

function onSubmit(id, send) {
	find(id).addEventListener('submit', (event) => {
		event.preventDefault();
		void act(() => send(readForm(event.currentTarget)));
	});
}

async function act(send) {
	try {
		say(await send());
	} catch (error) {
		say(error.message);
	}
	await refresh();
}

onSubmit('finish', async (fields) => {
	const { id, deliveries } = await call('POST', '/sandbox/conversations', fields);
	const receivers = deliveries === 1 ? '1 URL' : `${deliveries} URLs`;
	return `Conversation ${id} is finished and on its way to ${receivers}.`;
});

find('dialogue').addEventListener('change', showFieldsOfChoice);

onSubmit('fault', async (fields) => {
	await call('POST', '/sandbox/faults', fields);
	return `${fields.name} is switched on.`;
});

find('clear-faults').addEventListener('click', () => {
	void act(async () => {
		await call('DELETE', '/sandbox/faults');
		return 'All faults are switched off.';
	});
});

void refreshForEver();
