import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import { VoiceAgent } from '../../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { readOutputSettings } from '../../../nodes/shared/settings.ts';
import { VoiceAgentTrigger } from '../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { run } from '../VoiceAgent/conversation-driver.mts';
import { deliver, writeEvent } from '../host/deliver.mts';
import { createHost } from '../host/host.mts';

async function receive(record: object, options: INodeParameters) {
	const host = createHost({ type: 'voiceAgentTrigger', parameters: { options } });
	return (await deliver(host, writeEvent(record))).items[0];
}

const record = (number: string | null): IDataObject => ({ id: `c ${number}`, from_number: number });
const number = '030 12345678';
const read = { customer_number: '+493012345678', customer_number_national: number };
const unread = { customer_number: number, customer_number_national: null };

test('the trigger emits one number for one customer', async () => {
	const written = [number, '+49 30 12345678', '0049 30 12345678', 'sip:+493012345678@example.com'];
	for (const sent of written) {
		expect(await receive(record(sent), { defaultCountry: 'DE' })).toMatchObject(read);
	}
	expect(await receive({ id: 'none', from_number: number }, {})).toMatchObject(unread);
	expect(await receive(record(null), { defaultCountry: 'DE' })).toMatchObject({
		customer_number: null,
		customer_number_national: null,
	});
});

test('Parse does as well', async () => {
	const parse = (options: INodeParameters) => run(record(number), { operation: 'parse', options });
	expect(await parse({ defaultCountry: 'DE' })).toMatchObject([{ json: read }]);
	expect(await parse({})).toMatchObject([{ json: unread }]);
});

const findOption = ({ properties }: { properties: INodeProperties[] }) =>
	properties
		.filter(({ name }) => name === 'options')
		.flatMap(({ options = [] }) => options)
		.find(({ name }) => name === 'defaultCountry');

test.each([new VoiceAgentTrigger().description, new VoiceAgent().description])(
	'$displayName lists the countries by name, with their calling codes',
	(description) => {
		const option = findOption(description);
		const choices = option && 'options' in option ? (option.options ?? []) : [];
		const names = choices.map(({ name }) => name);
		expect(names).toContain('Germany (+49)');
		expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
		expect(option).toMatchObject({ displayName: 'Default Country', type: 'options' });
	},
);

test.each<[unknown, string | undefined]>([
	['DE', 'DE'],
	[' de ', 'DE'],
	['', undefined],
	['Germany', undefined],
	['__proto__', undefined],
	[49, undefined],
	[null, undefined],
	[undefined, undefined],
])('the option %j is the country %s', (defaultCountry, country) => {
	const { options } = readOutputSettings('conversation', { defaultCountry });
	expect(options.defaultCountry).toBe(country);
});
