import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { DialogueName } from '../../sandbox/dialogues/dialogues.mts';
import { runForItems } from '../support/in-process/driver.mts';
import type { StoredCredential } from '../support/in-process/stored-credential.mts';
import type { RunningTrigger } from '../support/in-process/webhook-server.mts';
import { attempt, see, type Scene } from './scene.mts';

/** One call of each kind: inbound, outbound by a campaign, missed. */
export const calls: readonly DialogueName[] = ['booking', 'campaign-call', 'missed-call'];

/** Each call as it ends, and what the workflow makes of it. */
export async function takeCalls(
	scene: Scene,
	trigger: RunningTrigger,
	credential: StoredCredential,
): Promise<void> {
	const { sandbox, settings, evening } = scene;
	const verdicts = new Set<string>();
	for (const [index, dialogue] of calls.entries()) {
		const { executions } = trigger;
		executions.length = 0;
		const endedAt = `2026-11-20T1${index}:00:00Z`;
		await sandbox.finishConversation({ dialogue, seed: index + 1, endedAt });
		// The test URL gets the first call, too, and then nobody listens any more.
		if (trigger.isListening) evening.steps.heard = trigger.heard.executions.length > 0;
		trigger.isListening = false;
		for (const { delivery } of executions) verdicts.add(String(Object(delivery).valid));
		const read = await Promise.all(executions.map((item) => readCall(scene, item, credential)));
		evening.steps[dialogue] = read.map(describeCall);
		evening.items.push(...read);
		for (const item of read) seeItem(scene, item);
		const last = read.at(-1);
		if (dialogue !== 'booking' || last === undefined) continue;
		await downloadRecording(scene, last, credential, settings.download ?? {});
	}
	// n8n's own Webhook node checks no sender.
	evening.steps.valid = settings.isWebhookNode ? 'true' : [...verdicts].join(' and ');
}

/** The item that the workflow works with: the trigger's own, or what Parse makes of it. */
async function readCall(
	scene: Scene,
	item: IDataObject,
	credential: StoredCredential,
): Promise<IDataObject> {
	const { parse } = scene.settings;
	if (parse === undefined) return item;
	const parameters = { resource: 'conversation', operation: 'parse', ...parse };
	const items = await attempt(scene, 'Parse', () =>
		runForItems(parameters, credential, [{ json: item }]),
	);
	return items?.[0]?.json ?? {};
}

/** The fields by which rows compare calls, equal for both shapes and any words for roles. */
function describeCall(item: IDataObject): IDataObject {
	const { id, agent_title, direction, customer_number, answered, outcome } = item;
	const { history, duration_seconds, additional_fields } = item;
	const started = Date.parse(String(item.started_at));
	return {
		...{ id, agent_title, direction, customer_number, answered, outcome, duration_seconds },
		started_at: Number.isNaN(started) ? null : new Date(started).toISOString(),
		transcript: String(item.transcript ?? '').replaceAll(/^[^:\n]{1,40}: /gm, ''),
		history: Array.isArray(history) ? history.length : null,
		additional_fields: Object.keys(additional_fields ?? {}).sort(),
	};
}

/** What an item says of its sender, and of what could not be read. */
function seeItem(scene: Scene, { delivery, parse_issues }: IDataObject): void {
	const { valid, reason } = Object(delivery);
	if (typeof reason === 'string') see(scene, 'delivery.reason', `${reason}: valid ${valid}`);
	const [issue] = Array.isArray(parse_issues) ? parse_issues : [];
	if (issue !== undefined) {
		const { path, expected, received } = Object(issue);
		see(scene, 'parse_issues', `${path} is ${received} and not ${expected}`);
	}
}

async function downloadRecording(
	scene: Scene,
	item: IDataObject,
	credential: StoredCredential,
	download: INodeParameters,
): Promise<void> {
	const parameters = { resource: 'recording', operation: 'download', ...download };
	const items = await attempt(scene, 'Download', () =>
		runForItems(parameters, credential, [{ json: item }]),
	);
	if (items === undefined) return;
	const tracks: unknown = Object(items[0]?.json.recordings).tracks;
	scene.evening.steps.Download = (Array.isArray(tracks) ? tracks : []).map(
		({ track, status, bytes, mime_type }) => `${track} ${status} ${mime_type} ${bytes}`,
	);
}
