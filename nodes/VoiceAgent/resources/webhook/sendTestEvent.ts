import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { buildTestEvent } from '../../../../core/delivery/sample';
import { checkWebhookUrl } from '../../../../core/registration/body';
import { DEFAULT_SIGNATURE_HEADER, signBody } from '../../../../core/delivery/authenticate';
import { explainFilter } from '../../../../core/delivery/filters';
import { isInsecureUrl, parseHttpUrl } from '../../../../core/net/address';
import { parseRecord } from '../../../../core/record/parse-record';
import { type NoResponse, type ReceivedResponse, TIME_LIMIT } from '../../../shared/http/outcome';
import {
	readAddress,
	readCredential,
	readDeliveryChecks,
	readText,
} from '../../../shared/credential';
import { readProperty, shapeField } from '../../../shared/parameters';
import { requestPlain } from '../../../shared/http/call-service';
import { throwNodeError } from '../../../shared/errors';
import { addHint } from '../../items';
import type { Operation } from '../operation';

/** How long a test event waits for its response. */
const TEST_TIME_LIMIT_MS = 10_000;

const MAX_ADDRESS_CHARACTERS = 200;

/** Outcomes of a test event by their stable codes, with an explanation. */
export const testOutcomes = {
	accepted:
		'The trigger accepted the sample, and the workflow runs with it. A published workflow lists the run under Executions.',
	ignored: 'The trigger received the sample and starts nothing with it.',
	rejected: 'The trigger received the sample and rejects it.',
	'not-authenticated':
		'The trigger rejects the sample, because its signature or token is invalid. Compare the Webhook Signing Secret and the Signature Header of this node with those of the trigger. If Verify Deliveries is set to Require, no test event passes: it carries no token of the service.',
	'not-published':
		'n8n does not know this webhook. Publish the workflow, and copy the Production URL of its trigger. If it is published, unpublish it and publish it again: n8n then sets up the webhook again.',
	'not-listening':
		'This is a test URL, and nobody listens there. Select Execute step in the trigger, then send again. Or use the Production URL of a published workflow.',
	'not-found':
		'The server at this host does not know the path, and it does not respond as n8n does. Compare the URL with the one that the trigger shows, and check the proxy in front of n8n.',
	'too-large':
		"The sample is too large for a proxy in front of n8n, and most conversations are larger. Raise the proxy's limit, and n8n's N8N_PAYLOAD_SIZE_MAX if it is as small.",
	redirected:
		"The URL redirects; the service may not follow redirects. Set n8n's WEBHOOK_URL (new versions: N8N_WEBHOOK_URL) to the target.",
	'n8n-starting':
		'n8n is still starting. Until it has started it responds with 200 to everything and drops it. Send again in a minute.',
	'access-denied':
		'A server in front of n8n requires a sign-in, or blocks the sender. Allow POST requests to webhooks there.',
	'server-failed':
		'n8n or a proxy in front of it failed; its log says why. n8n responds with 500 if the body is larger than N8N_PAYLOAD_SIZE_MAX, or if it cannot store the execution.',
	'other-server':
		'The response is not from a Voice Agent Trigger, but from another node or a web page. Copy the Production URL from the trigger.',
	'timed-out': `No response in ${TEST_TIME_LIMIT_MS / 1000} seconds. Your server may not reach its own public URL: test from outside. Otherwise check the firewall and n8n's concurrency limit. Executions shows whether the workflow runs.`,
	'connection-lost':
		"The connection ended without a response. Check the proxy in front of n8n, and whether n8n's SSRF protection keeps this address away.",
	'connection-refused':
		'Nothing listens at this host and port, or a firewall blocks it. Nothing was sent. Check the port in the URL, and whether n8n runs.',
	'host-not-found':
		"The host name cannot be resolved. Nothing was sent. Check its spelling, and n8n's WEBHOOK_URL (new versions: N8N_WEBHOOK_URL).",
	'certificate-not-trusted':
		"The server's TLS certificate isn't trusted. Nothing was sent. The service would probably reject it too.",
	'connection-not-encrypted':
		'The URL begins with https://, but the server only supports http. Nothing was sent.',
} as const satisfies Record<string, string>;

type TestOutcomeCode = keyof typeof testOutcomes;

/** The response, as the operation emits it. */
export type TestOutcome = {
	outcome: TestOutcomeCode;
	explanation: string;
	/** The reason that the trigger names, as on the page Delivery reasons. */
	reason: string | null;
	http_status: number | null;
};

/**
 * Reads what came back on a test event. Nothing of the response is shown but codes, and where it
 * redirects. What a filter found in the sample is found again here: a sender is not told.
 */
function explainTestOutcome(
	outcome: ReceivedResponse | NoResponse,
	url: URL,
	sample: Record<string, unknown>,
): TestOutcome {
	const code = outcome.kind === 'response' ? readResponse(outcome, url) : readFailure(outcome);
	return {
		outcome: code,
		explanation: [testOutcomes[code], ...listDetails(outcome, code, sample)].join(' '),
		reason: readReason(outcome),
		http_status: outcome.kind === 'response' ? outcome.status : null,
	};
}

function listDetails(
	outcome: ReceivedResponse | NoResponse,
	code: TestOutcomeCode,
	sample: Record<string, unknown>,
): string[] {
	const reason = readReason(outcome);
	if (reason !== null && code !== 'not-authenticated') {
		return [
			...explainDiscarded(reason, sample),
			`Reason: ${reason}, see the page Delivery reasons.`,
		];
	}
	if (outcome.kind === 'response' && outcome.redirectsTo !== undefined) {
		return [`It leads to ${outcome.redirectsTo.slice(0, MAX_ADDRESS_CHARACTERS)}`];
	}
	return [];
}

/** The sentence in which the trigger says what its filter found, in n8n's log and while it listens. */
function explainDiscarded(reason: string, sample: Record<string, unknown>): string[] {
	const parsed = parseRecord(sample);
	const finding = parsed.success ? explainFilter(reason, parsed.conversation) : undefined;
	if (finding === undefined) return [];
	return finding.reason === 'agent-test'
		? [finding.message, 'A test event is marked as an agent test.']
		: [finding.message];
}

/** A reason of the trigger is a code; anything else may be any text of a stranger. */
function readReason(outcome: ReceivedResponse | NoResponse): string | null {
	if (outcome.kind !== 'response') return null;
	if (readProperty(outcome.body, 'status') === 'duplicate') return 'duplicate';
	const reason = readProperty(outcome.body, 'reason');
	return typeof reason === 'string' && /^[a-z-]{1,40}$/.test(reason) ? reason : null;
}

function readFailure({ reason, networkCode }: NoResponse): TestOutcomeCode {
	if ([TIME_LIMIT, 'ETIMEDOUT'].includes(networkCode ?? '')) return 'timed-out';
	return (
		{
			certificate: 'certificate-not-trusted',
			host: 'host-not-found',
			tls: 'connection-not-encrypted',
			unreachable: 'connection-refused',
			lost: 'connection-lost',
		} as const
	)[reason];
}

function readResponse({ status, body }: ReceivedResponse, url: URL): TestOutcomeCode {
	return (
		readOwnResponse(status, body) ?? readResponseOfN8n(status, body, url) ?? readStatus(status)
	);
}

/** A response of the trigger, as the page Deliveries lists them. */
function readOwnResponse(httpStatus: number, body: unknown): TestOutcomeCode | undefined {
	const status = readProperty(body, 'status');
	if (httpStatus === 200 && status === 'accepted') return 'accepted';
	if (httpStatus === 200 && (status === 'ignored' || status === 'duplicate')) return 'ignored';
	if (httpStatus === 401 && status === 'rejected') return 'not-authenticated';
	if (httpStatus === 400 && status === 'rejected') return 'rejected';
	if (httpStatus === 503 && status === 'unavailable') return 'rejected';
	return undefined;
}

/** n8n's own responses, before it asks the trigger. */
function readResponseOfN8n(
	status: number,
	body: unknown,
	{ pathname }: URL,
): TestOutcomeCode | undefined {
	const words = String(readProperty(body, 'message') ?? '');
	if (status === 404 && words.includes('not registered')) {
		return pathname.includes('/webhook-test/') ? 'not-listening' : 'not-published';
	}
	if (status === 200 && typeof body === 'string' && body.includes('n8n is starting up')) {
		return 'n8n-starting';
	}
	return undefined;
}

function readStatus(status: number): TestOutcomeCode {
	if (status >= 300 && status < 400) return 'redirected';
	if (status === 401 || status === 403 || status === 407) return 'access-denied';
	if (status === 404) return 'not-found';
	if (status === 413) return 'too-large';
	return status >= 500 ? 'server-failed' : 'other-server';
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Posts the sample to a webhook URL as the service would, and emits what came back. What came back is
 * what the user asked for, so nothing of it is an error; only what cannot be sent is. Calls the
 * service nowhere, and shows the access token to nobody.
 */
export const sendTestEvent: Operation = {
	name: 'Send Test Event',
	action: 'Send a test event',
	description: 'Post a sample conversation to a webhook URL and show the response',
	isNoTool: true,
	fields: [
		{
			displayName: 'Webhook URL',
			name: 'webhookUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://n8n.example.com/webhook/…/webhook',
			description:
				'The Production URL of a Voice Agent Trigger whose workflow is published, or its Test URL while it listens',
		},
		{
			displayName:
				'A sample that the trigger accepts runs its workflow, with everything that the workflow does. The sample is marked as an agent test (test_run_id): if the filter Agent Tests is set to Without, the trigger discards it.',
			name: 'sendTestEventNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{
					displayName: 'Allow Private Webhook URL',
					name: 'allowPrivateWebhookUrl',
					type: 'boolean',
					default: true,
					description:
						'Whether to send to a webhook URL on localhost or a private address even if the service is elsewhere',
				},
				shapeField,
				{
					displayName: 'Signature Header',
					name: 'signatureHeader',
					type: 'string',
					default: DEFAULT_SIGNATURE_HEADER,
					description:
						'Header that carries the signature if the credential has a webhook signing secret',
				},
			],
		},
	],
	async execute(context, itemIndex) {
		const options: IDataObject = context.getNodeParameter('options', itemIndex, {});
		const credential = await readCredential(context);
		const url = readWebhookUrl(context, itemIndex, {
			apiBaseUrl: readAddress(context, credential, 'apiBaseUrl') ?? '',
			allowsPrivate: options.allowPrivateWebhookUrl === true,
		});
		const { signingSecret } = readDeliveryChecks(context, credential);
		const conversationId = crypto.randomUUID();
		const testRunId = crypto.randomUUID();
		const shape = options.shape === 'B' ? 'B' : 'A';
		const event = buildTestEvent(shape, { conversationId, testRunId });
		const body = JSON.stringify(event);
		const answer = await requestPlain(context, {
			method: 'POST',
			url: url.href,
			body,
			headers: sign(context, itemIndex, { body, signingSecret, name: options.signatureHeader }),
			timeoutMs: TEST_TIME_LIMIT_MS,
			maxTries: 1,
		});
		const outcome = explainTestOutcome(answer, url, event.data);
		if (outcome.outcome !== 'accepted') addHint(context, outcome.explanation);
		return [
			{
				json: {
					...outcome,
					// Without the query and a password, which may be secrets.
					webhook_url: `${url.origin}${url.pathname}`,
					signed: signingSecret !== undefined,
					conversation_id: conversationId,
					test_run_id: testRunId,
				},
			},
		];
	},
};

/** Throws if nothing may be sent there, by the rules for every webhook URL. */
function readWebhookUrl(
	context: IExecuteFunctions,
	itemIndex: number,
	{ apiBaseUrl, allowsPrivate }: { apiBaseUrl: string; allowsPrivate: boolean },
): URL {
	const webhookUrl = readText(context.getNodeParameter('webhookUrl', itemIndex)) ?? '';
	const details = { itemIndex, parameter: 'Webhook URL' };
	const url = parseHttpUrl(webhookUrl);
	if (url === undefined) throwNodeError(context, 'webhook-url-invalid', details);
	if (isInsecureUrl(webhookUrl)) {
		throwNodeError(context, 'webhook-url-not-https', details);
	}
	if (!allowsPrivate && checkWebhookUrl({ webhookUrl, apiBaseUrl }) !== undefined) {
		throwNodeError(context, 'webhook-url-unreachable', details);
	}
	return url;
}

function sign(
	context: IExecuteFunctions,
	itemIndex: number,
	{ body, signingSecret, name }: { body: string; signingSecret?: string; name: unknown },
): Record<string, string> {
	if (signingSecret === undefined) return {};
	const header = readText(name) ?? DEFAULT_SIGNATURE_HEADER;
	if (!HEADER_NAME.test(header)) throwNodeError(context, 'signature-header-invalid', { itemIndex });
	return { [header]: signBody(body, signingSecret).toString('hex') };
}
