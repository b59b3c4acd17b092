import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { VoiceAgent } from '../../../nodes/VoiceAgent/VoiceAgent.node.ts';
import {
	download,
	readDownloadSettings,
} from '../../../nodes/VoiceAgent/resources/recording/download.ts';
import { readParameters } from '../../../nodes/shared/read-parameters.ts';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { deliver, writeEvent } from '../../support/in-process/deliver.mts';
import { createHost, type HostOptions } from '../../support/in-process/host.mts';
import {
	allParameters,
	listChoices,
	nameParameter,
	type Parameter,
} from '../../support/in-process/list-parameters.mts';
import { StoredCredential } from '../../support/in-process/stored-credential.mts';
import { useLog } from '../../support/in-process/use-log.mts';

const leaves = allParameters.filter(({ type }) => type !== 'voiceAgentTool');

/** What the user enters beside a parameter: what the node cannot do without. */
const BESIDE: INodeParameters = { value: 'a', outcome: 'b', name: 'c' };
const REQUIRED: INodeParameters = { quotes: 'a', numbers: 'b' };

/** Field and Is of a rule belong together: both are filled in, or none. */
function listBeside([name]: Parameter['path'], value: unknown): INodeParameters {
	const isBlank = ['', '='].includes(String(value ?? '').trim());
	return name === 'field' || name === 'is' ? { ...BESIDE, ...(!isBlank && PAIR) } : BESIDE;
}

const PAIR: INodeParameters = { field: 'd', is: 'e' };

/** Parameters with this value at this place, whatever its type is. */
function set([name, ...path]: Parameter['path'], value: unknown): object {
	if (typeof name === 'number') return [{ ...listBeside(path, value), ...set(path, value) }];
	return { [String(name)]: path.length === 0 ? value : set(path, value) };
}

/** Of a record without recordings. */
const items = [
	{ json: { id: 'c-1', agent_id: 'a-1', history: [{ role: 'User', content: 'Hi' }] } },
];

/** Nothing is sent: every address of the credential is empty, and nothing is read after it. */
const credential = new StoredCredential({ accessToken: 'none', apiBaseUrl: '' }, []);

function host(
	{ type, shownBy, path }: Parameter,
	value: unknown,
	options: Partial<HostOptions> = {},
) {
	const own = type === 'voiceAgent' ? { authentication: 'accessToken' } : {};
	const parameters = { ...own, ...REQUIRED, ...shownBy, ...set(path, value) };
	return createHost({ type, parameters, ...(type === 'voiceAgent' && { credential }), ...options });
}

/** The error of the operation, or of publishing. */
async function findError(leaf: Parameter, value: unknown) {
	const own = host(leaf, value);
	// A call is passed on unread.
	const isSample = leaf.shownBy.operation === 'createSample';
	const run =
		leaf.type === 'voiceAgent'
			? new VoiceAgent().execute.call(own.execute(isSample ? [{ json: {} }] : items))
			: new VoiceAgentTrigger().webhookMethods.default.checkExists.call(own.hook());
	const thrown = await run.then(
		() => undefined,
		(error: unknown) => error,
	);
	const { message = '', context } = Object(thrown);
	return { code: context?.code, message, itemIndex: context?.itemIndex };
}

const FAILING = "={{ $('Gone').item.json.x }}";

/** By their names: what they are cannot be read off their declaration. */
const LISTS =
	/^(eventNames|event|agents|campaigns|(from|to)Numbers|languages|statuses|toolsUsed|own|privateHosts|ownNumbers|\w+Roles)$/;

/** A list, or a line for each. */
const TEXTS = /^(quotes|numbers)$/;

const FACTS = /^(urls\..*|token|options\.(customerNumber|defaultCountry|direction))$/;

const isFact = ({ type, path }: Parameter) => type === 'voiceAgent' && FACTS.test(path.join('.'));

function kindOf({ name, type }: INodeProperties): string {
	if (TEXTS.test(name)) return 'texts';
	return LISTS.test(name) ? 'list' : type;
}

const write = (value: unknown) => `={{ ${JSON.stringify(value)} }}`;

const NOTHING = ['={{ undefined }}', '={{ null }}', '={{ "" }}', '={{ " " }}', '={{ $vars.nope }}'];

/** What no parameter of a kind may take by expression. */
function listWrong({ property }: Parameter): string[] {
	const kind = kindOf(property);
	const { minValue, maxValue } = property.typeOptions ?? {};
	const outside = [minValue && minValue - 1, maxValue && maxValue + 1].filter(Boolean);
	const titled = listChoices(property).find(({ name, value }) => name !== value);
	const isList = kind === 'list' || kind === 'multiOptions';
	if (kind === 'texts') return [FAILING, '={{ NaN }}', '={{ true }}', '={{ ({}) }}', '={{ [{}] }}'];
	return [
		FAILING,
		'={{ NaN }}',
		'={{ true }}'.repeat(Number(kind !== 'boolean')),
		...(kind === 'json' ? ['={{ 5 }}', '={{ $now }}'] : ['={{ ({ a: 1 }) }}']),
		...(isList
			? ['={{ "," }}', '={{ [] }}', '={{ [""] }}', '={{ [{}] }}', '={{ [null, "a"] }}']
			: ['={{ ["x"] }}', '={{ [30] }}']),
		...(['number', 'boolean', 'options', 'multiOptions'].includes(kind) ? [write('soon')] : []),
		...(titled === undefined ? [] : [write(titled.name)]),
		...outside.flatMap((number) => [write(number), write(String(number))]),
		...(property.typeOptions?.numberPrecision === 0 ? [write(1.5)] : []),
	].filter(Boolean);
}

/** What every parameter of a kind takes by expression. */
function listRight({ property }: Parameter): string[] {
	const choices = listChoices(property).map(({ value }) => value);
	const isCountry = property.name === 'defaultCountry';
	const some = Math.max(30, property.typeOptions?.minValue ?? 0);
	if (property.name === 'timeZone') return [write('Asia/Tokyo'), write('utc')];
	switch (kindOf(property)) {
		case 'list':
			return [write('a, b'), write(['a', 5]), write(5), '=a,{{ "b" }}'];
		case 'texts':
			return [write('a\nb'), write(['a', 5, null]), write([]), write('["a"]'), write(5)];
		case 'multiOptions':
			return [write(choices.slice(0, 2)), write(choices.slice(0, 2).join(', '))];
		case 'options':
			return isCountry ? [write('de'), write('DE')] : choices.map(write);
		case 'boolean':
			return [write(true), write(false), write('TRUE'), write('False')];
		case 'number':
			return [write(some), write(`${some}`), write(` ${some} `)];
		case 'json':
			return [write({ id: '1', url: '%WEBHOOK_URL%' }), write('{"id": "1"}')];
		default:
			return [write('a'), write(5), '={{ new Date(0) }}', '={{ $now }}'];
	}
}

interface Case {
	leaf: Parameter;
	value: unknown;
	isTaken: boolean;
}

const cases = leaves.flatMap((leaf): Case[] => {
	const taken = (values: unknown[]) => values.map((value) => ({ leaf, value, isTaken: true }));
	const rejected = (values: unknown[]) => values.map((value) => ({ leaf, value, isTaken: false }));
	const typed = taken(['', '=', null]);
	const isText = kindOf(leaf.property) === 'string';
	const isList = ['list', 'multiOptions'].includes(kindOf(leaf.property));
	// n8n hands over the text without its sign, so none of it is ever a choice, or true or false.
	if (leaf.property.noDataExpression === true) {
		const values = listRight(leaf).map((value) => JSON.parse(value.slice('={{ '.length, -3)));
		return [
			...typed,
			...rejected([...NOTHING, ...listWrong(leaf), ...listRight(leaf), 'typo', {}, []]),
			...taken(values),
		];
	}
	return [
		...typed,
		...(isFact(leaf) ? taken : rejected)(NOTHING),
		...rejected(listWrong(leaf)),
		...rejected(isList ? [['={{ "" }}'], ['={{ undefined }}']] : []),
		...rejected(isText ? [{}, ['a']] : kindOf(leaf.property) === 'options' ? ['typo'] : []),
		...taken(listRight(leaf)),
	];
});

const count = `${cases.length} values of ${leaves.length} parameters`;

const log = useLog();

afterAll(() => void process.stdout.write(`Tried: ${count}\n`));

describe(count, () => {
	test.each(leaves.map((leaf) => [nameParameter(leaf), leaf] as const))('%s', async (_, leaf) => {
		const own = cases.filter((each) => each.leaf === leaf);
		expect(own.length).toBeGreaterThan(8);
		const wrong: unknown[] = [];
		for (const { value, isTaken } of own) {
			const { code, message, itemIndex } = await findError(leaf, value);
			const isRejected = code === 'parameter-invalid';
			const isNamed = message.includes(leaf.property.displayName);
			const isOfItem = leaf.type === 'voiceAgentTrigger' || itemIndex === 0;
			const isRight = isTaken ? !isRejected : isRejected && isNamed && isOfItem;
			if (!isRight) wrong.push({ value, code, message, isTaken });
		}
		expect(wrong).toEqual([]);
	});
});

/** Deliveries do not read them. */
const OF_HOOKS = /^(usePrivateWebhookUrl|keepConnected|onUnpublish|register.*|registration.*)$/;

const ofTrigger = leaves.filter(({ type }) => type === 'voiceAgentTrigger');

describe('a delivery that meets what cannot be read', () => {
	test.each(ofTrigger.map((leaf) => [nameParameter(leaf), leaf] as const))(
		'%s',
		async (_, leaf) => {
			const own = host(leaf, FAILING);
			const event = leaf.property.name === 'eventNames' ? 'a' : 'ConversationComplete';
			const { status, answer, result } = await deliver(own, writeEvent(undefined, event));
			if (OF_HOOKS.test(leaf.property.name)) {
				expect(status).toBe(200);
				return;
			}
			expect([status, answer?.body, result.workflowData]).toEqual([
				503,
				{ status: 'postponed', reason: 'parameter-unusable' },
				undefined,
			]);
			expect(answer?.headers['retry-after']).toBe('60');
		},
	);
});

test('it is logged once a minute, and shown while listening, with nothing of the body', async () => {
	const parameters = { options: { personalData: 'typo', outputDiscarded: true } };
	const own = createHost({ type: 'voiceAgentTrigger', parameters });
	const body = writeEvent({ id: 'c-1', from_number: '+49301234567' });
	expect((await deliver(own, body)).result).toEqual({ noWebhookResponse: true });
	const { discarded, items: emitted } = await deliver(own, body, { isTest: true });
	const message = expect.stringContaining("'Options → Personal Data'");
	expect(emitted).toEqual([]);
	expect(discarded).toMatchObject([
		{ delivery: { status: 'postponed', reason: 'parameter-unusable', message }, body: null },
	]);
	expect(log.warnings).toEqual([message]);
	expect(log.warnings[0]).not.toContain('typo');
});

test('Download without options has its limits', () => {
	const parameters = { resource: 'recording', operation: 'download' };
	const context = createHost({ type: 'voiceAgent', parameters }).execute(items);
	expect(readDownloadSettings(readParameters(context, download.fields))).toStrictEqual({
		maxBytes: 500_000_000,
		timeLimitMs: 300_000,
		privateHosts: [],
		onMissing: 'continue',
	});
});

test.each([
	['={{ (5).toDateTime("+49301234567") }}', 'its expression failed'],
	['={{ ["+49301234567"] }}', 'its expression gave a list, not an object or JSON text'],
	['={{ 49301234567 }}', 'its expression gave a value of the type number'],
])('of %s, which cannot be read, no value is shown', async (fieldValue, words) => {
	const parse = { resource: 'conversation', operation: 'parse' };
	const parameters = { ...parse, source: 'field', fieldValue };
	const failure: unknown = await new VoiceAgent().execute
		.call(createHost({ type: 'voiceAgent', parameters }).execute(items))
		.catch((thrown: unknown) => thrown);
	expect(failure).toMatchObject({ description: expect.stringContaining(words) });
	expect(JSON.stringify(failure)).not.toContain('49301234567');
});

const rulesOf = leaves.filter(({ path }) => path.join('.') === 'outcomeRules.rule.0.value');

test.each([
	[{ when: 'toolCalled', field: 'booked' }, "'Outcome Rules → Is'"],
	[{ when: 'toolAnswered', is: 'true' }, "'Outcome Rules → Field'"],
	[{ when: 'customerSaid', value: 'a'.repeat(1_001) }, "'Outcome Rules → Value'"],
])('half a rule, or one of too many words, is an error by name: %j', async (rule, named) => {
	expect(rulesOf.length).toBeGreaterThan(2);
	for (const leaf of rulesOf) {
		const whole = { ...leaf, path: ['outcomeRules', 'rule'] };
		const { message } = await findError(whole, [{ ...BESIDE, ...rule }]);
		expect(String(message)).toContain(named);
		// What When hides is ignored.
		const hidden = { ...BESIDE, when: 'statusIs', field: 'booked' };
		expect(String((await findError(whole, [hidden])).message)).not.toContain('Outcome Rules');
	}
});
