import { type INodeParameters, NodeHelpers } from 'n8n-workflow';
import { parseItem } from '../../../core/record/item.ts';
import { VoiceAgent } from '../../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { expectFailure } from '../../support/in-process/expect-failure.mts';
import { readPages } from '../../support/read-docs.mts';
import { makeRecord, run } from './conversation-driver.mts';

/** Operations that make an item of their own in place of adding to the item. */
const ofOwn = ['createSample', 'parse'];
/** What an operation cannot do without. */
const needed: Record<string, INodeParameters> = {
	compareNumbers: { numbers: '+49 30 9876543' },
	findQuotes: { quotes: 'Is there anything on a Friday afternoon?' },
};

const { description } = new VoiceAgent();
const node = { typeVersion: 1 };
const choice = description.properties.find(
	(property) =>
		property.name === 'operation' &&
		NodeHelpers.displayParameter({ resource: 'conversation' }, property, node, description),
);
const adding = (choice?.options ?? [])
	.flatMap((option) => ('value' in option ? String(option.value) : []))
	.filter((operation) => !ofOwn.includes(operation));

const outputs = readPages().find(({ file }) => file === 'docs/outputs.md')?.text ?? '';
const record = makeRecord({ turns: 8 });

test.each(adding)(
	'what %s adds is no field of the record, is taken once, and is in the docs',
	async (operation) => {
		const parameters = { operation, ...needed[operation] };
		const [item] = await run(record, parameters);
		const added = Object.keys(item?.json ?? {}).filter((name) => !Object.hasOwn(record, name));
		expect(added).toHaveLength(1);
		const [field = ''] = added;
		const read = parseItem(item?.json);
		expect(read.success && read.conversation.additional_fields).not.toHaveProperty(field);
		await expectFailure(run({ ...record, [field]: 'own' }, parameters), 'field-name-taken');
		expect(outputs).toMatch(
			new RegExp(`^\\| .*\\| the field \`${field}\`|^\\| .*and the field \`${field}\``, 'm'),
		);
	},
);
