import { randomInt } from 'node:crypto';
import type { Problem } from '../problem.mts';
import type { Dialect, OpenChoice } from './ways.mts';

const isText = (value: unknown) => typeof value === 'string' && value !== '';

const posted = (body: string) => ({ method: 'POST', body });

const asJson = (write: (problem: Problem) => unknown): Dialect['writeProblem'] => {
	return (problem) => ({ type: 'application/json', body: JSON.stringify(write(problem)) });
};

const redirecting = (status: number, locate: (id: string) => string): Dialect => ({
	does: `A registration is answered with ${status} to ${locate('{id}')}.`,
	registrationRedirect: { status, locate },
});

export const registrationChoices: readonly OpenChoice[] = [
	{
		part: '2.3',
		asks: 'Which fields a registration has',
		dialects: {
			'fields-callback': { does: 'The URL is expected as callbackUrl.', urlField: 'callbackUrl' },
			'fields-event-name': {
				does: 'The event is expected as eventName, one text.',
				findLack: ({ eventName }) =>
					isText(eventName) ? undefined : 'The field eventName is required.',
			},
			'fields-strict': {
				does: 'No field but targetUrl and events is allowed.',
				urlField: 'targetUrl',
				findLack: (body) => {
					const unknown = Object.keys(body).find((name) => !['targetUrl', 'events'].includes(name));
					if (unknown !== undefined) return `The field ${unknown} is not allowed.`;
					return Array.isArray(body.events) ? undefined : 'The field events must be a list.';
				},
			},
		},
	},
	{
		part: '4.1',
		asks: 'Which status says that a webhook was registered',
		dialects: {
			'created-200': { does: 'A registration is answered with 200.', createdStatus: 200 },
			'created-202': { does: 'A registration is answered with 202.', createdStatus: 202 },
		},
	},
	{
		part: '2.3',
		asks: 'Where the id of a webhook stands',
		dialects: {
			'id-capitals': {
				does: 'The id is a UUID in capitals, among other fields.',
				describeCreated: (id) => ({
					body: { object: 'webhook', revision: 1, secret: null, id: id.toUpperCase() },
				}),
			},
			'id-number': {
				does: 'The id is a number.',
				describeCreated: () => ({ body: { id: randomInt(1, 1_000_000) } }),
			},
			'id-text': {
				does: 'The id is a text that is no UUID.',
				describeCreated: (id) => ({ body: { id: `wh_${id.slice(0, 8)}` } }),
			},
			'id-in-webhook': {
				does: 'The id stands in webhook.',
				describeCreated: (id) => ({ body: { webhook: { id } } }),
			},
			'id-in-data': {
				does: 'The id stands in data.',
				describeCreated: (id) => ({ body: { success: true, data: { id } } }),
			},
			'id-pascal-case': {
				does: 'The id stands in Id.',
				describeCreated: (id) => ({ body: { Id: id } }),
			},
			'id-in-list': {
				does: 'The id stands in a list of one.',
				describeCreated: (id) => ({ body: [{ id }] }),
			},
			'id-webhook-id': {
				does: 'The id stands in webhook_id.',
				describeCreated: (id) => ({ body: { status: 'ok', webhook_id: id } }),
			},
			'id-webhook-id-camel': {
				does: 'The id stands in webhookId.',
				describeCreated: (id) => ({ body: { webhookId: id } }),
			},
			'id-uuid': {
				does: 'The id stands in uuid, in data.',
				describeCreated: (id) => ({ body: { data: { uuid: id } } }),
			},
			'id-plain-text': {
				does: 'The response is the id as plain text.',
				describeCreated: (id) => ({ body: `${id}\n` }),
			},
			'id-json-text': {
				does: 'The response is JSON in a JSON text.',
				describeCreated: (id) => ({ body: JSON.stringify(JSON.stringify({ id })) }),
			},
			'id-result': {
				does: 'The id is the text of result.',
				describeCreated: (id) => ({ body: { result: id } }),
			},
			'id-result-object': {
				does: 'The id stands in result.',
				describeCreated: (id) => ({ body: { result: { id }, success: true } }),
			},
			'id-nowhere': {
				does: 'The response is ok, and names no id.',
				describeCreated: () => ({ body: { result: 'ok' } }),
			},
			'id-page': {
				does: 'The response is a page.',
				describeCreated: (id) => ({ body: `<!DOCTYPE html><p id="1">Webhook ${id}</p>` }),
			},
			'secret-once': {
				does: 'A signing secret comes with the id.',
				describeCreated: (id) => ({ body: { id, signing_secret: 'whsec_c2hvd24tb25jZQ' } }),
			},
			'id-in-location': {
				does: 'A registration is answered with 204, and Location alone names the id.',
				describeCreated: (id) => ({ headers: { location: `/api/Webhooks/${id}` } }),
			},
		},
	},
	{
		part: '4.1',
		asks: 'Whether a registration is answered by a redirect',
		dialects: {
			'created-303': redirecting(303, (id) => `/api/Webhooks/${id}`),
			'created-303-page': redirecting(303, () => '/webhooks/new'),
			'created-302': redirecting(302, (id) => `/api/Webhooks/${id}`),
			'created-301': redirecting(301, () => '/app/webhooks'),
			'moved-308': redirecting(308, () => '/api/Webhooks/'),
		},
	},
	{
		part: '4.1',
		asks: 'What a second webhook meets',
		dialects: {
			'second-url-409': {
				does: 'A second webhook for a URL is rejected with 409.',
				secondWebhook: { of: 'url', status: 409 },
			},
			'second-url-422': {
				does: 'A second webhook for a URL is rejected with 422.',
				secondWebhook: { of: 'url', status: 422 },
			},
			'second-account-409': {
				does: 'A second webhook of an account is rejected with 409.',
				secondWebhook: { of: 'account', status: 409 },
			},
			'second-account-403': {
				does: 'A second webhook of an account is rejected with 403.',
				secondWebhook: { of: 'account', status: 403 },
			},
			'second-url-replaces': {
				does: 'A second webhook for a URL replaces the first.',
				secondWebhook: { of: 'url' },
			},
			'second-account-replaces': {
				does: 'A second webhook of an account replaces the first.',
				secondWebhook: { of: 'account' },
			},
		},
	},
	{
		part: '4.1',
		asks: 'Whether the URL is checked before a registration is answered',
		dialects: {
			'check-ping': {
				does: 'The service posts {"event":"Ping"} to the URL and expects 2xx.',
				urlCheck: posted('{"event":"Ping"}'),
			},
			'check-null-data': {
				does: 'It posts a ping whose data is null.',
				urlCheck: posted('{"event":"webhook.test","data":null}'),
			},
			'check-empty-event': {
				does: 'It posts a ConversationComplete whose data has no field.',
				urlCheck: posted('{"event":"ConversationComplete","data":{}}'),
			},
			'check-empty-object': { does: 'It posts {}.', urlCheck: posted('{}') },
			'check-empty-body': { does: 'It posts an empty body.', urlCheck: posted('') },
			'check-challenge': {
				does: 'It posts a challenge.',
				urlCheck: posted('{"challenge":"c1f0","type":"url_verification"}'),
			},
			'check-get': { does: 'It sends GET.', urlCheck: { method: 'GET' } },
			'check-head': { does: 'It sends HEAD.', urlCheck: { method: 'HEAD' } },
			'check-options': { does: 'It sends OPTIONS.', urlCheck: { method: 'OPTIONS' } },
		},
	},
	{
		part: '4.1',
		asks: 'Whether a webhook can be deleted',
		dialects: {
			'delete-works': { does: 'DELETE /api/Webhooks/{id} deletes it.', deletedStatus: 204 },
			'delete-forbidden': { does: 'DELETE is rejected with 403.', deletedStatus: 403 },
			'delete-unknown': { does: 'DELETE is rejected with 405.', deletedStatus: 405 },
		},
	},
	{
		part: '7',
		asks: 'How a rejection is written',
		dialects: {
			'error-message': {
				does: 'A rejection is written as {"message"}.',
				writeProblem: asJson(({ message }) => ({ message })),
			},
			'error-pascal-case': {
				does: 'It is written in PascalCase, with a code and a request id.',
				writeProblem: asJson(({ status, message }) => ({
					RequestId: '123e4567-e89b-12d3-a456-426614174000',
					Code: status,
					Message: `${message} Request id 123e4567-e89b-12d3-a456-426614174000.`,
				})),
			},
			'error-nested': {
				does: 'It is written as {"error":{"message"}}.',
				writeProblem: asJson(({ message }) => ({ error: { code: 'rejected', message } })),
			},
			'error-fields': {
				does: 'It is written as a list of texts for each field.',
				writeProblem: asJson(({ message }) => ({ errors: { request: [message] } })),
			},
			'error-text': {
				does: 'It is written as plain text.',
				writeProblem: ({ message }) => ({ type: 'text/plain', body: message }),
			},
			'error-repeats-token': {
				does: 'It repeats the token that it was sent.',
				writeProblem: ({ message }, authorization) => ({
					type: 'text/plain',
					body: `${message} Authorization: ${authorization}`,
				}),
			},
			'error-empty': {
				does: 'It has no body.',
				writeProblem: () => ({ type: 'text/plain', body: '' }),
			},
		},
	},
	{
		part: '4.1',
		asks: 'How long a registration takes',
		dialects: {
			'registration-slow': {
				does: 'A registration is answered after 20 s.',
				registrationDelayMs: 20_000,
			},
		},
	},
];
