import { explainFilter } from '../../../../core/delivery/filters';
import { parseRecord } from '../../../../core/record/parse-record';
import { errorCatalog, type ErrorCode } from '../../../shared/error-catalog';
import {
	MAX_SHOWN_ADDRESS,
	type NoResponse,
	type PlainResponse,
	type ReceivedResponse,
	TIME_LIMIT,
} from '../../../shared/http/response';
import { readProperty } from '../../../../core/json';

export const TEST_TIME_LIMIT_MS = 10_000;

export const testResults = {
	accepted:
		'The trigger accepted the sample, and the workflow runs with it. A published workflow lists the run under Executions.',
	ignored: 'The trigger received the sample and starts nothing with it.',
	rejected: 'The trigger received the sample and rejects it.',
	'not-authenticated':
		'The trigger rejects the sample, because its signature or token is invalid. Compare the Webhook Signing Secret and the Signature Header of both nodes. With Verify Deliveries set to Require no test event passes: it carries no token of the service.',
	'not-published':
		'n8n does not know this webhook. Publish the workflow, and copy the Production URL of its trigger. If it is published, unpublish it and publish it again: n8n then sets up the webhook again.',
	'not-listening':
		'This is a test URL, and nobody listens there. Select Execute step in the trigger, then send again. Or use the Production URL of a published workflow.',
	'not-found':
		'The server at this host does not know the path, and it does not respond as n8n does. Compare the URL with the one that the trigger shows, and check the proxy in front of n8n.',
	'too-large':
		"The sample is too large for a proxy in front of n8n, and conversations may be larger. Raise the proxy's limit, and n8n's N8N_PAYLOAD_SIZE_MAX if it is as small.",
	redirected:
		"The URL redirects; the service may not follow redirects. Set n8n's WEBHOOK_URL (new versions: N8N_WEBHOOK_URL) to the target.",
	'n8n-starting':
		'n8n is still starting: it responds with 200 and drops what comes. Send again in a minute.',
	'access-denied':
		'A server in front of n8n requires a sign-in, or blocks the sender. Allow POST requests to webhooks there.',
	'server-failed':
		'n8n or a proxy in front of it failed; its log says why. n8n responds with 500 if the body is larger than N8N_PAYLOAD_SIZE_MAX, or if it cannot store the execution.',
	'other-server':
		'The response is not from a Voice Agent Trigger, but from another node or a web page. Copy the Production URL from the trigger.',
	'timed-out': `No response in ${TEST_TIME_LIMIT_MS / 1000} seconds. Your server may not reach its own public URL: test from outside. Otherwise check the firewall and n8n's concurrency limit. Executions shows whether the workflow runs.`,
	'connection-lost': 'The connection ended without a response. Check the proxy in front of n8n.',
	'connection-refused':
		'Nothing listens at this host and port, or a firewall blocks it. Nothing was sent. Check the port in the URL, and whether n8n runs.',
	'host-not-found': explainError('host-not-found'),
	'certificate-not-trusted': explainError('certificate-not-trusted'),
	'blocked-by-ssrf-protection': explainError('blocked-by-ssrf-protection'),
	'connection-not-encrypted': explainError('connection-not-encrypted'),
} as const satisfies Record<string, string>;

type TestResultCode = keyof typeof testResults;

/** Shows the status, the trigger's reason and a redirect's target. The sample tells what a filter found. */
export function explainTestResponse(
	response: PlainResponse,
	url: URL,
	sample: Record<string, unknown>,
) {
	if (response.kind === 'no-response') {
		const code = readFailure(response);
		return { result: code, explanation: testResults[code], reason: null, http_status: null };
	}
	const code = findTestResult(response, url);
	const reason = readTriggerReason(response);
	const explanation: string[] = [testResults[code]];
	if (reason !== null && code !== 'not-authenticated') {
		const parsed = parseRecord(sample);
		const finding = parsed.success ? explainFilter(reason, parsed.conversation) : undefined;
		// The outcome may follow from the trigger's Outcome Rules, which this node does not know.
		if (finding !== undefined && finding.reason !== 'outcome-not-wanted') {
			explanation.push(finding.message);
		}
		if (finding?.reason === 'agent-test') {
			explanation.push('A test event is marked as an agent test.');
		}
		explanation.push(`Reason: ${reason}, see the page Delivery reasons.`);
	} else if (response.redirectsTo !== undefined) {
		explanation.push(`It leads to ${response.redirectsTo.slice(0, MAX_SHOWN_ADDRESS)}`);
	}
	return {
		result: code,
		explanation: explanation.join(' '),
		reason,
		http_status: response.status,
	};
}

export type TestResult = ReturnType<typeof explainTestResponse>;

function explainError(code: ErrorCode): string {
	const [message, advice] = errorCatalog[code];
	return `${message} ${advice}`;
}

/** A reason in the form of a code, such as `too-short`. Other text may come from another server: `null`. */
function readTriggerReason({ body }: ReceivedResponse): string | null {
	if (readProperty(body, 'status') === 'duplicate') return 'duplicate';
	const reason = readProperty(body, 'reason');
	return typeof reason === 'string' && /^[a-z-]{1,40}$/.test(reason) ? reason : null;
}

function readFailure({ reason, networkCode }: NoResponse): TestResultCode {
	if (networkCode === TIME_LIMIT || networkCode === 'ETIMEDOUT') return 'timed-out';
	if (reason === 'unreachable') return 'connection-refused';
	return reason === 'lost' ? 'connection-lost' : reason;
}

/** `200 ignored`: the trigger's status and the body's `status` (page Deliveries). `403`: another server's. */
const resultsByStatus = new Map<string, TestResultCode>([
	['200 accepted', 'accepted'],
	['200 ignored', 'ignored'],
	['200 duplicate', 'ignored'],
	['401 rejected', 'not-authenticated'],
	['400 rejected', 'rejected'],
	['503 postponed', 'rejected'],
	['401', 'access-denied'],
	['403', 'access-denied'],
	['404', 'not-found'],
	['407', 'access-denied'],
	['413', 'too-large'],
]);

/** The first match counts: responses of the trigger, responses of n8n, a status alone. */
function findTestResult({ status, body }: ReceivedResponse, { pathname }: URL): TestResultCode {
	const read = (name: string) => {
		const value = readProperty(body, name);
		return typeof value === 'string' ? value : '';
	};
	const ofTrigger = resultsByStatus.get(`${status} ${read('status')}`);
	if (ofTrigger !== undefined) return ofTrigger;
	if (status === 404 && read('message').includes('not registered')) {
		// Where N8N_ENDPOINT_WEBHOOK_TEST names another path, n8n's hint marks a test URL.
		const isTestUrl = pathname.includes('/webhook-test/') || /\btest mode\b/i.test(read('hint'));
		return isTestUrl ? 'not-listening' : 'not-published';
	}
	if (status === 200 && typeof body === 'string' && body.includes('n8n is starting up')) {
		return 'n8n-starting';
	}
	if (status >= 300 && status < 400) return 'redirected';
	return resultsByStatus.get(`${status}`) ?? (status >= 500 ? 'server-failed' : 'other-server');
}
