/* global document, FormData, HTMLInputElement, Option */
// The sandbox's page: shows its state, and sends what is asked for.
import {
	copy,
	createButton,
	createMark,
	elements,
	find,
	isNew,
	say,
	showEntries,
	showTime,
} from './page-elements.mjs';

const { code, dd, div, dl, dt, h3, li, p, span, strong } = elements;
const refreshMs = 1000;
const latestDeliveries = 5;

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

function createField(field) {
	return div(
		'copied',
		dt('', field.label),
		dd(
			'',
			code('', field.value),
			createButton('Copy', `Copy ${field.label} ${field.value}`, () => void copy(field)),
		),
	);
}

function createGroup({ title, note, fields }) {
	return div('group', h3('', title), p('quiet', note ?? ''), dl('', ...fields.map(createField)));
}

function createRegistration({ id, url, name, created_at, events, isEnabled, isTest }) {
	const path = `/sandbox/registrations/${id}`;
	const change = async () => {
		await call('PATCH', path, { enabled: !isEnabled });
		return isEnabled ? 'The webhook is disabled.' : 'The webhook is enabled.';
	};
	const remove = async () => {
		await call('DELETE', path);
		return isTest
			? 'The webhook is deleted. n8n does not know: restart it before the next test.'
			: 'The webhook is deleted. n8n does not know: to register it anew, raise Register Again in the trigger and publish.';
	};
	const marks = [...(isTest ? ['test URL'] : []), ...(isEnabled ? [] : ['disabled'])];
	const verb = isEnabled ? 'Disable' : 'Enable';
	const details = [`registered ${showTime(created_at)}`, ...events, id].join(' · ');
	return li(
		'entry',
		div('', strong('', name), ...marks.map(createMark)),
		code('', url),
		div('quiet', details),
		div(
			'buttons',
			createButton(verb, `${verb} ${url}`, () => void act(change)),
			createButton('Delete', `Delete ${url}`, () => void act(remove)),
		),
	);
}

function createDelivery(delivery) {
	const { state, event, agent, kind, caller, record, conversationId, name, url, answer } = delivery;
	const statuses = delivery.statuses.map((status) => (status === 0 ? 'no answer' : status));
	return li(
		'entry delivery',
		div(
			'',
			strong(state, state),
			span('quiet', showTime(delivery.at)),
			...(delivery.isTest ? [createMark('test URL')] : []),
		),
		div(
			'',
			div('', agent, span('quiet', `${event}, ${record} record`)),
			div('', kind, span('quiet', caller === '' ? '' : `from ${caller}`)),
			div('line quiet', code('', conversationId)),
			div('quiet', `to ${name} `, code('', url)),
		),
		div('', statuses.join(', '), ' ', code('', answer)),
	);
}

function createFault({ name, target, remaining }) {
	const times = remaining === null ? 'until switched off' : `${remaining} more`;
	return li('', `${name}, ${target ?? 'everywhere'}, ${times}`);
}

function offerOnce(select, values) {
	const offered = [...select.options].map(({ value }) => value);
	for (const value of values.filter((candidate) => !offered.includes(candidate))) {
		select.add(new Option(value));
	}
}

/** Before what is made up, which is there already. The first is selected. */
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

function showConnection({ connection, registrations }) {
	const isFirst = find('connection-groups').childElementCount === 0;
	if (isNew('connection', connection)) {
		find('connection-groups').replaceChildren(...connection.map(createGroup));
	}
	// Who has a webhook has connected n8n already.
	if (isFirst) find('connection').open = registrations.length === 0;
}

function showDeliveries({ deliveries, deliveryCount, unheardTestCount: unheard }) {
	const earlier = deliveries.slice(latestDeliveries);
	showEntries('deliveries', deliveries.slice(0, latestDeliveries), createDelivery, 'None yet.');
	showEntries('earlier-deliveries', earlier, createDelivery, '');
	find('earlier').hidden = earlier.length === 0;
	const rest = deliveryCount > deliveries.length ? ` of ${deliveryCount - latestDeliveries}` : '';
	find('earlier-title').textContent = `${earlier.length}${rest} earlier`;
	const times = unheard === 1 ? '1 delivery' : `${unheard} deliveries`;
	find('unheard').textContent =
		unheard === 0
			? ''
			: `Not listed: ${times} to a test URL while n8n did not listen (404). After “Execute step” it listens for one event, perhaps an earlier one that is sent again.`;
}

const createDialect = ({ name, does }) => li('', strong('', name), ` ${does}`);

function show(state) {
	offerDialogues(state.dialogues);
	offerOnce(find('fault-name'), state.faultNames);
	offerOnce(find('fault-target'), state.faultTargets);
	showConnection(state);
	showEntries(
		'registrations',
		state.registrations,
		createRegistration,
		'None yet: publish a workflow with the Voice Agent Trigger.',
	);
	showDeliveries(state);
	sayHowItEnds(state.endings);
	find('dialects-section').hidden = state.dialects.length === 0;
	showEntries('dialects', state.dialects, createDialect, '');
	showEntries('faults', state.faults, createFault, 'None is switched on.');
	find('trapped').textContent =
		state.trappedCallCount === 0
			? ''
			: `The documentation-only event endpoint was called ${state.trappedCallCount} times.`;
}

/** What is said stands below what it is about, and covers nothing. */
document.addEventListener('click', ({ target }) => {
	target.closest('button')?.closest('.group, section').append(find('message'));
});

let isAway = false;

/** The conversation finished last, until each of its deliveries has ended, and what was said of it. */
let finished = { id: undefined, text: '' };

function sayHowItEnds(endings) {
	const own = endings.filter(({ conversationId }) => conversationId === finished.id);
	const ended = own.filter(({ state }) => state !== 'pending');
	if (ended.length === 0) return;
	const lines = ended.map(({ url, state, reason }) => ` ${url}: ${state} (${reason}).`);
	say(`${finished.text}${lines.join('')}`);
	if (ended.length === own.length) finished = { id: undefined, text: '' };
}

async function refresh() {
	try {
		show(await call('GET', '/sandbox/state'));
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
	if (deliveries === 0) {
		return `Conversation ${id} is finished, but no webhook is enabled: publish a workflow with the trigger first.`;
	}
	const receivers = deliveries === 1 ? '1 URL' : `${deliveries} URLs`;
	finished = { id, text: `Conversation ${id} is finished and on its way to ${receivers}.` };
	return finished.text;
});

onSubmit('paste', async (fields) => {
	await call('POST', '/sandbox/registrations', fields);
	find('paste').reset();
	return `${fields.url} is a webhook now: it gets each finished conversation.`;
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
