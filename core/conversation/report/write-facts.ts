import type { Conversation } from '../conversation';
import { html, type Html } from './html';
import type { WriteMoment } from './write-moment';

/** The head of the report: what is known of the conversation, and its figures. */
export function writeFacts(conversation: Conversation, writeMoment: WriteMoment): Html {
	const { summary, room_metadata: room } = conversation;
	const facts: ReadonlyArray<readonly [string, string | null]> = [
		['From', conversation.from_number],
		['To', conversation.to_number],
		['Called by', conversation.called_by_name],
		['Status', conversation.status],
		['Error', conversation.error_message],
		['Started', writeMoment(conversation.started_at)],
		['Ended', writeMoment(conversation.ended_at)],
		['Campaign', conversation.campaign_name],
		['Language', conversation.language_locale_code],
		['Recording', describeRecording(conversation, writeMoment)],
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
		.filter(([, value]) => value !== null && value !== '')
		.map(([name, value]) => html`<tr><th>${name}</th><td>${value ?? ''}</td></tr>`);
	const { user, agent } = summary.speaking_seconds_by_role;
	const figures: ReadonlyArray<readonly [string, string | null]> = [
		['Duration', describeSeconds(conversation.duration_seconds)],
		['Turns, with tool calls', String(summary.turn_count)],
		['Agent spoke', describeSeconds(agent)],
		['User spoke', describeSeconds(user)],
		['Turns that were interrupted', String(summary.interruption_count)],
		['Tool calls', String(summary.tool_call_count)],
		['Tool calls that failed', String(summary.tool_error_count)],
		['Median e2e_latency (no unit documented)', describeNumber(summary.latency.median)],
	];
	const items = figures
		.filter(([, value]) => value !== null)
		.map(([name, value]) => html`<li><b>${value ?? ''}</b>${name}</li>`);
	return html`<ul class="figures">${items}</ul><table>${rows}</table>`;
}

/** A number with at most three decimals. */
export function describeNumber(value: number | null): string | null {
	return value === null ? null : String(Math.round(value * 1000) / 1000);
}

function describeSeconds(seconds: number | null): string | null {
	if (seconds === null) return null;
	if (Math.abs(seconds) < 60) return `${Math.round(seconds * 10) / 10} s`;
	const whole = Math.round(Math.abs(seconds));
	const minutes = `${Math.floor(whole / 60)} min ${whole % 60} s`;
	return seconds < 0 ? `-${minutes}` : minutes;
}

function describeRecording(conversation: Conversation, writeMoment: WriteMoment): string {
	if (!conversation.summary.has_recording) return 'none';
	const expiry = writeMoment(conversation.audio_url_expires_at);
	return expiry === null ? 'yes' : `yes, its link ends on ${expiry}`;
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
