/** How an account answers a request on a bad day. */
export const faultKinds = [
	/** 429 with Retry-After, and nothing is done. */
	'rate-limit',
	/** 503, and nothing is done. */
	'unavailable',
	/** Done, and 503. */
	'failed-after',
	/** Done, and the connection is cut. */
	'cut-after',
	/** The sign-in has ended: 401, also for what follows, and `invalid_grant` where a token is renewed. */
	'signed-out',
	/** 404 for what is there. */
	'gone',
	/** An empty page of a list, with a next one. */
	'empty-page',
	/** 400, whatever is sent. */
	'invalid',
] as const;

export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
	/** Name of a route, such as `PATCH /contacts/*`, or a request as it was sent. */
	request: string;
	/** A number: the vendor answers with this status, and does nothing. */
	kind: FaultKind | number;
	/** Number of fitting requests before the fault. Default 0. */
	skip?: number;
	/** Number of fitting requests that meet the fault. Default 1. */
	times?: number;
}

export interface Answer {
	status: number;
	body: unknown;
	headers?: Record<string, string>;
}

/** A request that came, and the status of its answer; 0 if the connection was cut. */
interface Seen {
	request: string;
	status: number;
}

const refusals: Record<Exclude<FaultKind, 'failed-after' | 'cut-after' | 'empty-page'>, Answer> = {
	'rate-limit': { ...refuse(429, 'Too many requests'), headers: { 'retry-after': '30' } },
	unavailable: refuse(503, 'Not now'),
	'signed-out': refuse(401, 'The sign-in has ended'),
	gone: refuse(404, 'Not found'),
	invalid: refuse(400, 'Not valid'),
};

function refuse(status: number, message: string): Answer {
	return { status, body: { error: { code: status, message }, message } };
}

/** A request, by the name of its route and as it was sent, to a host. */
export interface Arrival {
	names: string[];
	host: string;
}

/** Decides how one account meets the requests that reach it, and keeps which they were. */
export function createSwitchboard() {
	const faults: Required<Fault>[] = [];
	const seen: Seen[] = [];
	/** The hosts whose sign-in has ended. */
	const signedOut = new Set<string>();
	/** Whether requests go on in pairs; `goOn` lets the waiting request go on. */
	let isPaired = false;
	let goOn: (() => void) | undefined;

	const waitForOther = async (): Promise<void> => {
		if (!isPaired) return;
		const other = goOn;
		goOn = undefined;
		if (other === undefined) await new Promise<void>((resolve) => void (goOn = resolve));
		else other();
	};

	const takeFault = (names: string[]): Fault['kind'] | undefined => {
		for (const fault of faults.filter(({ request }) => names.includes(request))) {
			if (fault.skip > 0) {
				fault.skip -= 1;
			} else if (fault.times > 0) {
				fault.times -= 1;
				return fault.kind;
			}
		}
		return undefined;
	};

	return {
		/** The requests that came, but for those of a sign-in. */
		seen,
		set: (fault: Fault): void => void faults.push({ skip: 0, times: 1, ...fault }),
		/** Lets two executions go on side by side: each request waits for a request of the other, until `release`. */
		pair: (): void => void (isPaired = true),
		/** Whether a request waits for its pair. */
		isWaiting: (): boolean => goOn !== undefined,
		release: (): void => {
			isPaired = false;
			goOn?.();
			goOn = undefined;
		},
		/** All works again. */
		mend: (): void => {
			faults.length = 0;
			signedOut.clear();
		},
		/** Whether tokens are renewed. */
		isSignedIn: (): boolean => signedOut.size === 0,
		/** Writes a request down, and gives what it meets: undefined is nothing out of the ordinary. */
		arrive: async ({ names, host }: Arrival) => {
			const entry: Seen = { request: names[0] ?? '', status: 0 };
			seen.push(entry);
			await waitForOther();
			const fault = takeFault(names);
			if (fault === 'signed-out') signedOut.add(host);
			return { entry, fault: signedOut.has(host) ? ('signed-out' as const) : fault };
		},
	};
}

export type Switchboard = ReturnType<typeof createSwitchboard>;

/** The answer of a vendor, or of its bad day; undefined if the connection is cut. */
export async function answerOn(
	switchboard: Switchboard,
	arrival: Arrival,
	serve: () => Promise<Answer>,
	emptyPage: unknown,
): Promise<Answer | undefined> {
	const { entry, fault } = await switchboard.arrive(arrival);
	const answer = await meetFault();
	entry.status = answer?.status ?? 0;
	return answer;

	async function meetFault(): Promise<Answer | undefined> {
		if (fault === undefined) return serve();
		if (typeof fault === 'number') return refuse(fault, 'Not now');
		if (fault === 'empty-page') return { status: 200, body: emptyPage };
		if (fault !== 'failed-after' && fault !== 'cut-after') return refusals[fault];
		const done = await serve();
		if (done.status >= 400) return done;
		return fault === 'cut-after' ? undefined : refusals.unavailable;
	}
}
