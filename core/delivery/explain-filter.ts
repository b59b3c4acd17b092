import { isObject, type UnknownObject } from '../json/json';
import { quoteText } from '../json/quote-text';
import type { FilteredConversation, FilterReason } from './filter-conversation';

/** Which filter held a conversation back, and what it found. */
export type FilterFinding = {
	/** Name of the filter in the editor. */
	filter: string;
	/** Path of the field that decided; of several, the first that holds anything. */
	field: string;
	/** What it holds, no longer than 1,000 characters; `null` if nothing. */
	value: string | number | boolean | null;
	/** In words for a message or a log: without a value that says who called or what was said. */
	message: string;
};

type ExplainedFilter = {
	filter: string;
	/** Paths of the fields that it looks at. */
	fields: readonly string[];
	/** Whether the value may say who called or what was said. */
	isPersonal?: true;
};

const MAX_VALUE_CHARACTERS = 1_000;
const MAX_QUOTED_CHARACTERS = 64;

const FILTERS: Readonly<Record<FilterReason, ExplainedFilter>> = {
	'agent-not-wanted': { filter: 'Agents', fields: ['agent_title', 'agent_id'] },
	'campaign-not-wanted': { filter: 'Campaigns', fields: ['campaign_name', 'campaign_id'] },
	'status-not-wanted': { filter: 'Statuses', fields: ['status'] },
	'language-not-wanted': {
		filter: 'Languages',
		fields: ['language_locale_code', 'language_id', 'locale_id'],
	},
	'telephony-provider-not-wanted': { filter: 'Telephony Providers', fields: ['telecom_provider'] },
	'from-number-not-wanted': { filter: 'From Numbers', fields: ['from_number'], isPersonal: true },
	'to-number-not-wanted': { filter: 'To Numbers', fields: ['to_number'], isPersonal: true },
	'too-short': { filter: 'Minimum Duration', fields: ['duration_seconds'] },
	'too-long': { filter: 'Maximum Duration', fields: ['duration_seconds'] },
	'no-agent-test': { filter: 'Agent Tests', fields: ['test_run_id', 'test_id'] },
	'agent-test': { filter: 'Agent Tests', fields: ['test_run_id', 'test_id'] },
	'test-outcome-not-wanted': { filter: 'Test Outcome', fields: ['test_eval_result.success'] },
	'no-operator-invite': {
		filter: 'Operator Invites',
		fields: ['room_metadata.operator_invite.status'],
	},
	'operator-invite': {
		filter: 'Operator Invites',
		fields: [
			'room_metadata.operator_invite.status',
			'room_metadata.operator_invite.invite_call_id',
			'room_metadata.operator_invite.reason',
		],
		isPersonal: true,
	},
	'url-parameter-not-wanted': {
		filter: 'URL Parameters',
		fields: ['url_parameters'],
		isPersonal: true,
	},
	'not-failed': { filter: 'Only Failed', fields: ['error_message', 'room_metadata.failed'] },
	'no-recording': { filter: 'Only With Recording', fields: ['summary.has_recording'] },
};

/** Tells which filter held a conversation back, and by what value. */
export function explainFilter(
	reason: FilterReason,
	conversation: FilteredConversation,
): FilterFinding {
	const { filter, fields, isPersonal } = FILTERS[reason];
	const found = fields.map((field) => ({ field, value: readValue(conversation, field) }));
	const { field, value } = found.find((one) => one.value !== null) ?? {
		field: fields[0] ?? '',
		value: null,
	};
	const heldBack = `A conversation arrived and was held back by the filter ${filter}`;
	if (isPersonal) return { filter, field, value, message: `${heldBack}.` };
	const shown = typeof value === 'string' ? quoteText(value, MAX_QUOTED_CHARACTERS) : String(value);
	const finding = value === null ? `it has no ${field}` : `its ${field} is ${shown}`;
	return { filter, field, value, message: `${heldBack}: ${finding}.` };
}

/** A list or an object becomes JSON text. A value of a wrong type is among the undocumented ones. */
function readValue(conversation: FilteredConversation, path: string): FilterFinding['value'] {
	const value = readPath(conversation, path) ?? readPath(conversation.additional_fields, path);
	if (typeof value === 'number' || typeof value === 'boolean') return value;
	const text = isObject(value) ? JSON.stringify(value) : value;
	return typeof text === 'string' && text.trim() !== ''
		? text.slice(0, MAX_VALUE_CHARACTERS)
		: null;
}

function readPath(fields: UnknownObject, path: string): unknown {
	let value: unknown = fields;
	for (const name of path.split('.')) value = isObject(value) ? value[name] : null;
	return value;
}
