import type { FaultKind } from '../support/vendors/switchboard.mts';
import { mailRequest } from '../examples/targets/start-mail-server.mts';
import type { Vendor } from '../support/vendors/vendor.mts';

/** A request of an ordinary day, and the status of its answer. */
export interface OrdinaryRequest {
	name: string;
	/** Number of earlier requests of the same name. */
	skip: number;
	status: number;
}

/** Each fault: its label on the page, and the number of fitting requests that meet the fault. */
const faults: Record<FaultKind, [label: string, times: number]> = {
	'rate-limit': ['429 for a minute', Infinity],
	unavailable: ['503', 1],
	'failed-after': ['503, but done', 1],
	'cut-after': ['cut, but done', 1],
	'signed-out': ['401 invalid_grant', 1],
	gone: ['404 once', 1],
	'empty-page': ['an empty page with a next one', 1],
	invalid: ['400 for good', Infinity],
};

export interface OrdinaryFault {
	kind: FaultKind;
	label: string;
	times: number;
	/** Whether the vendor did what was asked, and the answer does not say so. */
	losesAnswer: boolean;
}

/** Requests that write nothing, beside those of GET. */
const reading = /\/(?:search|batch\/read|freeBusy|completions)$/;

const isWrite = (name: string): boolean => !name.startsWith('GET ') && !reading.test(name);

/** Every fault that a request can have. */
export function listFaults({ name, status }: OrdinaryRequest, vendors: Vendor[]): OrdinaryFault[] {
	const kinds: FaultKind[] = ['rate-limit', 'unavailable'];
	const asked = vendors.find(({ routes = {} }) => name in routes);
	if (name === mailRequest || asked?.authorization !== undefined) kinds.push('signed-out');
	kinds.push('invalid');
	if (isWrite(name)) kinds.push('failed-after', 'cut-after');
	// Where nothing is found on an ordinary day, that is no fault.
	if (name.includes('*') && status < 400) kinds.push('gone');
	if (asked?.emptyPages !== undefined && name in asked.emptyPages) kinds.push('empty-page');
	return kinds.map((kind) => {
		const [label, times] = faults[kind];
		return { kind, label, times, losesAnswer: kind === 'failed-after' || kind === 'cut-after' };
	});
}

/** A request as the page names it: by the last part of its path, and by the one before a star. */
export function nameRequest({ name, skip }: OrdinaryRequest): string {
	if (name === mailRequest) return skip === 0 ? 'a mail' : `mail ${skip + 1}`;
	const [method = '', path = ''] = name.split(' ');
	if (path.startsWith('/hooks/')) return 'a message of the chat';
	const [, short = path] = /((?:[^/]+\/\*)|[^/]+)\/?$/.exec(path) ?? [];
	return `${method} ${short}${skip === 0 ? '' : ` (${skip + 1})`}`;
}
