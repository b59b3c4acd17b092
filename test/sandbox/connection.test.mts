import { VoiceAgentOAuth2Api } from '../../credentials/VoiceAgentOAuth2Api.credentials.ts';
import { choosePeople } from '../../sandbox/default-people.mts';
import { describeConnection } from '../../sandbox/page/describe-connection.mts';
import { startSandbox } from '../../sandbox/start-sandbox.mts';
import type { Sandbox } from '../../sandbox/types.mts';

const { properties, displayName } = new VoiceAgentOAuth2Api();
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const describeDefault = () =>
	describeConnection(sandbox.url, sandbox.identity, choosePeople({ redirectUris: ['http://n8n'] }));
const fields = () => describeDefault().flatMap((group) => group.fields);
const valuesOf = (label: string) =>
	fields().flatMap((field) => (field.label === label ? [field.value] : []));

test('the fields have the names that the credential shows', () => {
	const named = fields().flatMap(({ property, label }) =>
		property === undefined ? [] : [[property, label]],
	);
	expect(named.length).toBeGreaterThan(4);
	const shown = properties.filter(({ type }) => type !== 'hidden');
	const declared = new Map(shown.map(({ name, displayName: label }) => [name, label]));
	expect(named).toEqual(named.map(([property = '']) => [property, declared.get(property)]));
	expect(JSON.stringify(describeDefault())).toContain(displayName);
});

test('every field that the credential requires is among them', () => {
	const required = properties.filter(({ type, required }) => required && type !== 'hidden');
	const offered = fields().map(({ property }) => property);
	expect(required.map(({ name }) => name).filter((name) => !offered.includes(name))).toEqual([]);
});

test('they come in the order of the form', () => {
	const order = properties.map(({ name }) => name);
	for (const group of describeDefault()) {
		const places = group.fields.flatMap(({ property }) => property ?? []);
		expect(places).toEqual([...places].sort((a, b) => order.indexOf(a) - order.indexOf(b)));
	}
});

test('the type of application is one that the form offers', () => {
	const type = properties.find(({ name }) => name === 'applicationType');
	const names = type?.options?.map((option) => option.name);
	expect(names).toEqual(expect.arrayContaining(valuesOf('Application Type')));
});

test('the values are those that the sandbox takes', () => {
	const { public: open, confidential } = sandbox.clients;
	expect(valuesOf('API Base URL')).toEqual([sandbox.url]);
	expect(valuesOf('Identity Server URL')).toEqual([sandbox.identityServerUrl]);
	expect(valuesOf('Client ID')).toEqual([open.clientId, confidential.clientId]);
	expect(valuesOf('Client Secret')).toEqual([confidential.clientSecret]);
	expect(valuesOf('OAuth Redirect URL')).toEqual(['http://n8n']);
	expect(valuesOf('User name')).toEqual([sandbox.user.username]);
	expect(valuesOf('Password')).toEqual([sandbox.user.password]);
});

test('of an identity server of your own it names the addresses alone', () => {
	const identity = { ...sandbox.identity, isOwn: false, url: 'https://login.test/realms/x' };
	const groups = describeConnection(sandbox.url, identity, choosePeople({}));
	expect(groups.flatMap((group) => group.fields.map(({ value }) => value))).toEqual([
		sandbox.url,
		'https://login.test/realms/x',
	]);
});

test('the page gets it with the address by which it was opened', async () => {
	const { port } = new URL(sandbox.url);
	const response = await fetch(`http://localhost:${port}/sandbox/state`);
	expect((await response.json()).connection[0].fields).toContainEqual({
		property: 'apiBaseUrl',
		label: 'API Base URL',
		value: `http://localhost:${port}`,
	});
});
