import { randomUUID } from 'node:crypto';
import type { SentRecord, Ways } from '../dialects/ways.mts';
import type { IdentityServer } from '../identity/identity-types.mts';
import type { SandboxState } from '../state.mts';
import type {
	DeliveryAttempt,
	DeliveryOptions,
	LoggedDelivery,
	SandboxRegistration,
	Wait,
} from '../types.mts';

export interface DeliverySender {
	state: SandboxState;
	identity: IdentityServer;
	wait: Wait;
	/** Waits before the second and each further attempt. */
	retryDelaysMs: number[];
	maxRetryAfterMs: number;
}

const attemptTimeoutMs = 30_000;
const maxAnswerCharacters = 2000;

/**
 * Posts the envelope of part 2.4 to every URL that is registered for the event, side by side.
 * Resolves when each has answered with 2xx or its retries are used up; never rejects for what a receiver
 * does.
 */
export async function deliverEvent(
	sender: DeliverySender,
	record: Record<string, unknown>,
	options: DeliveryOptions = {},
): Promise<LoggedDelivery[]> {
	const { ways, changes } = sender.state.speech;
	const isCall = options.event === undefined;
	for (const { event, data } of isCall ? ways.earlier(record) : []) {
		await deliverOnce(sender, Object(data), { ...options, event });
	}
	const delivered = await deliverOnce(sender, isCall ? changes.first(record) : record, options);
	for (const later of isCall ? changes.again(record) : []) {
		await deliverOnce(sender, later, options);
	}
	return delivered;
}

async function deliverOnce(
	sender: DeliverySender,
	record: Record<string, unknown>,
	options: DeliveryOptions,
): Promise<LoggedDelivery[]> {
	const event = options.event ?? 'ConversationComplete';
	const { ways } = sender.state.speech;
	const written = writeDelivery(ways, event, record);
	const shape = 'session_id' in record ? 'B' : 'A';
	const conversationId = String((shape === 'B' ? record.session_id : record.id) ?? '');
	return await Promise.all(
		sender.state.registrations
			.filter(isFor([event, ways.nameEvent(event)]))
			.map(async (registration) => {
				const delivery: LoggedDelivery = {
					id: randomUUID(),
					registrationId: registration.id,
					url: registration.url,
					event,
					agent: String(record.agent_title ?? record.agent_name ?? ''),
					kind: sender.state.kinds.get(conversationId) ?? '',
					caller: String(record.from_number ?? ''),
					conversationId,
					shape,
					attempts: [],
					state: 'pending',
				};
				sender.state.deliveries.push(delivery);
				await attemptUntilDelivered(sender, delivery, registration, written, options);
				return delivery;
			}),
	);
}

/**
 * Whether a registration asks for an event of one of these names, by the fields `enabled` and `event_types` that a service of
 * this kind has. One that does not say is for every event.
 */
function isFor(events: readonly string[]) {
	return ({ body: { enabled, event_types: types } }: SandboxRegistration): boolean => {
		if (enabled === false) return false;
		return Array.isArray(types) ? events.some((event) => types.includes(event)) : true;
	};
}

async function attemptUntilDelivered(
	{ state, identity, wait, retryDelaysMs, maxRetryAfterMs }: DeliverySender,
	delivery: LoggedDelivery,
	registration: SandboxRegistration,
	{ body, headers: labels }: ReturnType<typeof writeDelivery>,
	options: DeliveryOptions,
): Promise<void> {
	const { ways } = state.speech;
	const ended = state.deliveriesEnded.signal;
	for (let attempt = 0; ; attempt += 1) {
		const signal = AbortSignal.any([ended, AbortSignal.timeout(attemptTimeoutMs)]);
		const { logged, retryAfterMs } = await attemptOnce(signal, async () => {
			const sender = { ways, identity, userId: registration.userId };
			const proofs = await proveDelivery(sender, body, options);
			return await post(registration.url, { ...labels, ...proofs }, body, signal);
		});
		delivery.attempts.push(logged);
		if (logged.status >= 200 && logged.status < 300) {
			delivery.state = 'delivered';
			return;
		}
		const delay = retryDelaysMs[attempt];
		const waitMs = Math.max(delay ?? 0, Math.min(retryAfterMs, maxRetryAfterMs));
		if (delay === undefined || !(await waitUnlessEnded(wait, waitMs, ended))) {
			delivery.state = 'failed';
			return;
		}
	}
}

/** The bytes of an event, and the headers that label them. */
function writeDelivery(ways: Ways, event: string, record: SentRecord) {
	const { contentType, encode } = ways;
	const text = ways.writeJson(ways.wrap(ways.nameEvent(event), record));
	const body = Buffer.from(text);
	const headers: Record<string, string> = {
		'user-agent': 'voice-agent-sandbox',
		...(contentType !== null && { 'content-type': contentType }),
		...(encode?.name !== undefined && { 'content-encoding': encode.name }),
	};
	return { body: encode?.encode(body) ?? body, headers };
}

/** `azp` of the tokens that deliveries carry. */
const serviceClientId = 'voice-agent-service';

/** Headers that prove who sends an attempt. Only the sandbox's own identity server can sign its token. */
async function proveDelivery(
	{ ways, identity, userId }: { ways: Ways; identity: IdentityServer; userId: string },
	body: Buffer,
	{ signingSecret = ways.signingSecret }: DeliveryOptions,
): Promise<Record<string, string>> {
	const claims = { aud: identity.audience, sub: userId, azp: serviceClientId };
	return {
		...(identity.isOwn && (await ways.proveSender(identity, claims))),
		...(signingSecret !== undefined && ways.sign(body, signingSecret)),
	};
}

/**
 * Over a connection of its own: a kept one may be closed by the receiver at any time, which would look
 * like a failed attempt. Rejects if no answer came.
 */
const post = async (
	url: string,
	headers: Record<string, string>,
	body: Buffer,
	signal: AbortSignal,
): Promise<Response> =>
	await fetch(url, {
		method: 'POST',
		headers: { ...headers, connection: 'close' },
		body: new Uint8Array(body),
		redirect: 'manual',
		signal,
	});

async function attemptOnce(
	signal: AbortSignal,
	send: () => Promise<Response>,
): Promise<{ logged: DeliveryAttempt; retryAfterMs: number }> {
	const at = new Date().toISOString();
	try {
		const response = await send();
		return {
			logged: { at, status: response.status, answer: await readBeginning(response) },
			retryAfterMs: parseRetryAfter(response.headers.get('retry-after')),
		};
	} catch (error) {
		// Why a connection failed is the cause of the error that `fetch` throws.
		const reason = signal.aborted ? signal.reason : (Object(error).cause ?? error);
		const answer = reason instanceof Error ? reason.message : String(reason);
		return { logged: { at, status: 0, answer }, retryAfterMs: 0 };
	}
}

/** `false` once deliveries have been ended. */
async function waitUnlessEnded(wait: Wait, waitMs: number, ended: AbortSignal): Promise<boolean> {
	if (!ended.aborted) await wait(waitMs, ended).catch(() => undefined);
	return !ended.aborted;
}

/** The first characters of the body. What follows is not waited for: the connection ends. */
async function readBeginning({ body }: Response): Promise<string> {
	const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
	let text = '';
	while (text.length < maxAnswerCharacters) {
		const part = await reader?.read();
		if (part?.value === undefined) break;
		text += part.value;
	}
	await reader?.cancel();
	return text.slice(0, maxAnswerCharacters);
}

/** Retry-After, seconds or a date, in milliseconds from now; 0 if the header holds neither. */
function parseRetryAfter(header: string | null): number {
	const text = header ?? '';
	if (/^\d+$/.test(text)) return Number(text) * 1000;
	return Math.max(0, Date.parse(text) - Date.now() || 0);
}
