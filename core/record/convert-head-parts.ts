import type {
	OperatorInvite,
	RoomMetadata,
	TestEvalResult,
	TtsProperty,
} from '../conversation/conversation';
import { FieldReader } from './field-reader';
import { isObject } from '../json/json';
import type { ParseLog } from './parse-log';

/** Source: part 2.7. */
export function convertTestEvalResult(reader: FieldReader): TestEvalResult {
	return {
		success: reader.flag('success'),
		reasons: reader.texts('reasons'),
		completion_reason: reader.text('completion_reason'),
	};
}

/** Source: part 2.8; the camel-case name of shape B is one that every reader understands. */
export function convertRoomMetadata(reader: FieldReader): RoomMetadata {
	return {
		failed: reader.flag('failed'),
		skip_composite_egress: reader.flag('skip_composite_egress'),
		error: reader.text('error'),
		operator_invite: convertOperatorInvite(reader.nested('operator_invite')),
	};
}

function convertOperatorInvite(reader: FieldReader): OperatorInvite {
	return {
		invite_call_id: reader.text('invite_call_id'),
		status: reader.text('status'),
		reason: reader.text('reason'),
	};
}

/** One element of `synthesized_user_tts_additional_properties`; undefined where it is no object. Part 2.5. */
export function convertTtsProperty(
	value: unknown,
	path: string,
	log: ParseLog,
): TtsProperty | undefined {
	if (!isObject(value)) return undefined;
	const reader = new FieldReader(value, path, log);
	return {
		name: reader.text('name'),
		value: reader.any('value'),
		additional_fields: reader.leftovers(),
	};
}
