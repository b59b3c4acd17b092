import { deepCopy, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { deliver as deliverTo, writeEvent } from '../support/in-process/deliver.mts';
import type { ExchangeOptions } from '../support/in-process/exchange.mts';
import { createHost } from '../support/in-process/host.mts';
import { StoredCredential } from '../support/in-process/stored-credential.mts';
import { ITEM_LIMIT } from '../support/records/item-limit.mts';
import { withoutStall } from './measure-stall.mts';

let webhooks = 0;

export interface ReceiveOptions extends ExchangeOptions {
	parameters?: INodeParameters;
	credential?: StoredCredential;
}

/** What became of a delivery. */
export interface Received {
	/** `accepted`, `ignored <reason>`, `duplicate`, or the HTTP status and the reason. */
	outcome: string;
	items: IDataObject[];
}

function describe(answer: { status: number; body: Record<string, unknown> }): string {
	const { status, reason } = answer.body;
	if (answer.status === 200) return reason === undefined ? String(status) : `${status} ${reason}`;
	return `${answer.status} ${reason}`;
}

/**
 * Hands a delivery to the trigger in n8n-core's context, each time at its own webhook, and throws if
 * that gives anything but an execution or an answer of ours.
 */
export async function deliver(
	body: string | Buffer,
	options: ReceiveOptions = {},
): Promise<Received> {
	const { parameters, credential, ...exchangeOptions } = options;
	const host = createHost({
		type: 'voiceAgentTrigger',
		parameters,
		credential,
		webhookId: `hostile-${++webhooks}`,
	});
	const { answer, items } = await deliverTo(host, body, exchangeOptions);
	if (answer !== undefined) {
		if (items.length > 0) throw new Error('It is answered and started as well.');
		return { outcome: describe(answer), items: [] };
	}
	if (items.length === 0) throw new Error('There is neither an answer nor an item.');
	return { outcome: 'accepted', items };
}

/** The same; throws also if it stalls the process. */
export async function receive(
	body: string | Buffer,
	options: ReceiveOptions = {},
): Promise<Received> {
	const bytes = Buffer.from(body);
	return await withoutStall(
		bytes.length,
		async () => await deliver(bytes, options),
		async () => await passOn(bytes),
	);
}

/** Hands a delivery with this token to a trigger whose credential names the identity server. */
export async function receiveWithToken(
	identityServerUrl: string,
	verifyDeliveries: string,
	token: string,
	receiveBy = receive,
) {
	const data = { apiBaseUrl: 'http://127.0.0.1:1', identityServerUrl, accessToken: 'not-used' };
	const { outcome, items } = await receiveBy(writeEvent(), {
		headers: { authorization: `Bearer ${token}` },
		credential: new StoredCredential(data, []),
		parameters: { authentication: 'accessToken', verifyDeliveries },
	});
	return { outcome, delivery: Object(items[0]?.delivery) };
}

/** What n8n does at least with a body that its Webhook node gets: it is parsed, copied and written. */
async function passOn(bytes: Buffer): Promise<string> {
	const text = await Promise.resolve(bytes.toString());
	try {
		return JSON.stringify(deepCopy<IDataObject>(JSON.parse(text)));
	} catch {
		return text;
	}
}

/** Throws if the item that a body became takes more than it may, with 64 kB for fields without a value. */
export function checkItemSize(body: string | Buffer, items: IDataObject[]): void {
	const most = ITEM_LIMIT.times * Buffer.byteLength(body) + 64_000;
	const bytes = Buffer.byteLength(JSON.stringify(items));
	if (bytes > most) throw new Error(`The item takes ${bytes} bytes; ${most} are the limit.`);
}
