import type { Conversation } from '../conversation';
import { html, type Html } from './html';
import type { MomentWriter } from './write-moment';

/** The head of the report: what is known of the conversation, and its figures. */
export function writeFacts(conversation: Conversation, moments: MomentWriter): Html {
	const { statistics, room_metadata: room } = conversation;
	const { called_by_name: caller } = conversation;
	// Of a call that goes out, the caller is not the customer.
	const isOutbound = conversation.direction === 'outbound';
	const facts: ReadonlyArray<Entry> = [
		['From', conversation.from_number],
		['To', conversation.to_number],
		['Called by', isOutbound ? caller : null],
		['Status', conversation.status],
		['Error', conversation.error_message],
		['Started', moments.write(conversation.started_at)],
		['Ended', moments.write(conversation.ended_at)],
		['Time zone', moments.zone],
		['Campaign', conversation.campaign_name],
		['Language', conversation.language_locale_code],
		['Recording', describeRecording(conversation, moments)],
		['Room', describeRoom(room)],
		['Operator invited', room.operator_invite.status],
		['Reason of the invitation', room.operator_invite.reason],
		...Object.entries(conversation.url_parameters ?? {}).map(
			([name, value]) => [`URL parameter ${name}`, value] as const,
		),
		['Telephony provider', conversation.telecom_provider],
		['Call id', conversation.call_sid],
		['Conversation', conversation.id],
		['Not as documented', describeIssues(conversation)],
	];
	const rows = facts
		.filter(isFilled)
		.map(([name, value]) => html`<tr><th>${name}</th><td>${value ?? ''}</td></tr>`);
	const { user, agent } = statistics.speaking_seconds_by_role;
	const customer = [conversation.customer_number, isOutbound ? null : caller];
	const figures: ReadonlyArray<Entry> = [
		['Customer', customer.filter(Boolean).join(', ')],
		['Duration', describeSeconds(conversation.duration_seconds)],
		['Turns, with tool calls', String(statistics.turn_count)],
		['Agent spoke', describeSeconds(agent)],
		['User spoke', describeSeconds(user)],
		['Turns that were interrupted', String(statistics.interruption_count)],
		['Tool calls', String(statistics.tool_call_count)],
		['Tool calls that failed', String(statistics.tool_error_count)],
	];
	const items = figures
		.filter(isFilled)
		.map(([name, value]) => html`<li><b>${value ?? ''}</b>${name}</li>`);
	return html`<ul class="figures">${items}</ul><table>${rows}</table>`;
}

/** What a value is called, and the value. */
type Entry = readonly [string, string | Html | null];

const isFilled = ([, value]: Entry): boolean => value !== null && value !== '';

function describeSeconds(seconds: number | null): string | null {
	if (seconds === null) return null;
	if (Math.abs(seconds) < 60) return `${Math.round(seconds * 10) / 10} s`;
	const whole = Math.round(Math.abs(seconds));
	const minutes = `${Math.floor(whole / 60)} min ${whole % 60} s`;
	return seconds < 0 ? `-${minutes}` : minutes;
}

function describeRecording(conversation: Conversation, moments: MomentWriter): string | Html {
	const { audio_url: url, audio_url_expires_at: expiry, statistics } = conversation;
	if (!statistics.has_recording) return 'none';
	// No other address may be followed: it could run a script.
	if (url === null || !/^https?:/i.test(url)) return 'yes, without a link';
	const until = expiry === null ? '' : `, until ${moments.write(expiry)}`;
	return html`<a href="${url}" rel="noreferrer">Open the recording</a>${until}`;
}

function describeRoom({ failed, error }: Conversation['room_metadata']): string | null {
	if (failed !== true) return error;
	return error === null || error === '' ? 'failed' : `failed: ${error}`;
}

function describeIssues({
	parse_issues: issues,
	parse_issue_count: count,
}: Conversation): string | null {
	const shown = 20;
	if (issues.length === 0) return null;
	const lines = issues
		.slice(0, shown)
		.map(({ path, expected, received }) => `${path}: ${received} instead of ${expected}`);
	const rest = count > shown ? [`and ${count - shown} more`] : [];
	return [...lines, ...rest].join('\n');
}
