import * as z from 'zod/v4-mini';
import type { JsonValue } from '../json/json';
import { declare, type FieldFacts } from './declare-field';

const text = (description: string, facts: FieldFacts) =>
	declare(z.nullable(z.string()), description, facts);
const boolean = (description: string, facts: FieldFacts) =>
	declare(z.nullable(z.boolean()), description, facts);

const TEST: FieldFacts = { parts: ['2.7'] };
const ROOM: FieldFacts = { parts: ['2.8'] };

/** Outcome of an agent test. */
export const testEvalResultSchema = z.object({
	success: boolean('Whether the agent passed.', TEST),
	reasons: declare(z.nullable(z.array(z.string())), 'Why.', TEST),
	completion_reason: text('Why the test ended. Sample value: `StepsExhausted`.', {
		parts: ['2.7', '3'],
	}),
});

/** Invitation of a human operator. */
export const operatorInviteSchema = z.object({
	invite_call_id: text("UUID of the operator's call.", {
		...ROOM,
		columns: 'operator_invite_call_id',
	}),
	status: text('State of the invitation. Sample value: `Dialing`.', { parts: ['2.8', '3'] }),
	reason: text('Why the operator was invited, or why it failed: not documented.', ROOM),
});

/** Information about the media room. */
export const roomMetadataSchema = z.object({
	failed: boolean('Whether the room failed.', ROOM),
	skip_composite_egress: boolean('Whether no mixed recording was made.', {
		...ROOM,
		nameInB: 'skipCompositeEgress',
	}),
	error: text("The room's error.", ROOM),
	operator_invite: declare(operatorInviteSchema, 'Invitation of a human operator.', {
		...ROOM,
		isOnlyInA: true,
		columns: 'operator_invite',
	}),
});

/** One setting of the synthetic user's voice. */
export const voiceSettingSchema = z.object({
	name: text('Name of the setting.', { parts: ['2.5'] }),
	value: declare(z.custom<JsonValue>(), 'Its value, any JSON.', { parts: ['2.5'] }),
	additional_fields: declare(
		z.record(z.string(), z.custom<JsonValue>()),
		'What else came with the setting.',
		{ isDerived: true },
	),
});
