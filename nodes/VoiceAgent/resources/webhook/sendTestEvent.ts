import { DEFAULT_SIGNATURE_HEADER, signBody } from '../../../../core/delivery/authenticate';
import { CONVERSATION_COMPLETE } from '../../../../core/delivery/envelope';
import {
	isInsecureUrl,
	isReachableFromService,
	parseWebhookUrl,
} from '../../../../core/net/address';
import { buildSampleRecord } from '../../../../core/record/sample';
import { readAddress } from '../../../shared/addresses';
import { readCredential, readDeliveryChecks } from '../../../shared/credential';
import {
	declareOptions,
	declareWebhookUrl,
	privateWebhookUrlField,
	shapeField,
	signatureHeaderField,
} from '../../../shared/parameters';
import { sendPlain } from '../../../shared/http/transport';
import { throwNodeError } from '../../../shared/errors';
import { addHint } from '../../result';
import type { Operation } from '../operation';
import { explainTestResponse, TEST_TIME_LIMIT_MS } from './test-response';

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Posts the sample as the service would. A failed request is a result, too; unusable settings throw. */
export const sendTestEvent: Operation = {
	name: 'Send Test Event',
	action: 'Send test event',
	description: 'Post a sample conversation to a webhook URL and show the response',
	isNoTool: true,
	fields: [
		declareWebhookUrl(
			'The Production URL of a Voice Agent Trigger whose workflow is published, or its Test URL while it listens',
		),
		{
			displayName:
				'A sample that the trigger accepts runs its workflow, with everything that the workflow does. The sample is marked as an agent test (test_run_id): if the filter Agent Tests is set to Without, the trigger discards it.',
			name: 'sendTestEventNotice',
			type: 'notice',
			default: '',
		},
		declareOptions([shapeField, signatureHeaderField, privateWebhookUrlField]),
	],
	async execute(context, { text, flag, choice }) {
		const url = parseWebhookUrl(text('webhookUrl') ?? '');
		const mayBePrivate = flag('options.usePrivateWebhookUrl', false);
		const header = text('options.signatureHeader') ?? DEFAULT_SIGNATURE_HEADER;
		const shape = choice('options.shape', ['A', 'B'], 'A');
		const credential = await readCredential(context);
		const apiBaseUrl = readAddress(context, credential, 'apiBaseUrl') ?? '';
		const atFault = { parameter: 'Webhook URL' };
		if (url === undefined) throwNodeError(context, 'webhook-url-invalid', atFault);
		if (isInsecureUrl(url.href)) throwNodeError(context, 'webhook-url-not-https', atFault);
		if (!mayBePrivate && !isReachableFromService(url, new URL(apiBaseUrl))) {
			throwNodeError(context, 'webhook-url-unreachable', atFault);
		}
		const { signingSecret } = readDeliveryChecks(context, credential);
		if (signingSecret !== undefined && !HEADER_NAME.test(header)) {
			throwNodeError(context, 'signature-header-invalid');
		}
		// A new id makes no duplicate; a `test_run_id` marks an agent test.
		const ids = { id: crypto.randomUUID(), test_run_id: crypto.randomUUID() };
		const record = buildSampleRecord(shape, ids);
		const body = JSON.stringify({ event: CONVERSATION_COMPLETE, data: record });
		const response = await sendPlain(context, {
			method: 'POST',
			url: url.href,
			body,
			headers: {
				'Content-Type': 'application/json',
				...(signingSecret !== undefined && {
					[header]: signBody(body, signingSecret).toString('hex'),
				}),
			},
			timeoutMs: TEST_TIME_LIMIT_MS,
			maxTries: 1,
		});
		const explained = explainTestResponse(response, url, record);
		if (explained.result !== 'accepted') addHint(context, explained.explanation);
		const json = {
			...explained,
			// The query and a password may be secrets.
			webhook_url: `${url.origin}${url.pathname}`,
			signed: signingSecret !== undefined,
			conversation_id: ids.id,
			test_run_id: ids.test_run_id,
		};
		return [{ json }];
	},
};
