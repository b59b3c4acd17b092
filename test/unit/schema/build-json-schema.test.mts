import { Ajv2020 } from 'ajv/dist/2020.js';
import * as z from 'zod/v4-mini';

import { conversationSchema } from '../../../core/conversation/conversation.ts';
import { buildPreview, buildStandardSchema } from '../../../scripts/schema/build-json-schema.mts';
import {
	buildOutputItems,
	readConversation,
	readRecord,
} from '../../support/records/read-fixture.mts';

// How else previews are built: generated-files, and against items test/nodes/VoiceAgent/schema-preview.
test('an object or a list that may be null keeps its one type, without which the editor shows nothing inside', () => {
	const list = z.nullable(z.array(z.object({ on: z.boolean(), off: z.optional(z.string()) })));
	expect(buildPreview(z.object({ list }))).toEqual({
		type: 'object',
		properties: {
			list: {
				type: 'array',
				nullable: true,
				items: {
					type: 'object',
					properties: { on: { type: 'boolean' }, off: { type: 'string' } },
					required: ['on'],
					additionalProperties: false,
				},
			},
		},
		required: ['list'],
		additionalProperties: false,
	});
});

describe('the standard schema of a conversation', () => {
	const standard = buildStandardSchema(conversationSchema);
	const validate = new Ajv2020({ strict: true, strictTypes: false }).compile(standard);

	test.each(['shape-a-full', 'shape-b-full', 'empty', 'wrong-types'])('takes %s', (name) => {
		validate(readConversation(name));
		expect(validate.errors).toBeNull();
	});

	test.each(['maskNumbers', 'leaveOut'] as const)('takes what %s makes', (personalData) => {
		for (const name of ['shape-a-full', 'undocumented-fields', 'wrong-types']) {
			const record = readRecord(name);
			const [item] = buildOutputItems('conversation', readConversation(name), record, {
				personalData,
			});
			validate(item);
			expect(validate.errors).toBeNull();
		}
	});

	test.each<[string, object]>([
		['a text that is a number', { id: 5 }],
		['a field nobody declared', { unheard_of: 1 }],
		['a turn without metrics', { history: [{ role: 'User' }] }],
		['null in a turn', { history: [{ role: null, metrics: {} }] }],
	])('rejects %s', (_name, change) => {
		expect(validate({ ...readConversation('shape-a-full'), ...change })).toBe(false);
	});

	test('describes each field and says nothing that is not of the standard', () => {
		expect(standard).toMatchObject({
			properties: { id: { description: 'UUID of the conversation.' } },
		});
		expect(JSON.stringify(standard)).not.toMatch(/nameInB|isOnlyInA|sensitivity/);
	});
});
