import { setTimeout as sleep } from 'node:timers/promises';

const maxTries = 60;

/** What became of one conversation on the sender's side. */
export interface SentConversation {
	acknowledged: boolean;
	tries: number;
	/** The status in the last answer's body: accepted or duplicate. */
	outcome: string;
}

/** Sends a body until it is answered 2xx, as a patient sender does: the token is made anew each time. */
export async function sendUntilAcknowledged(
	url: string,
	body: string,
	makeAuthorization: () => Promise<string>,
	/** Told of each answer that is not 2xx, and of each that does not come. */
	onTurnedAway: () => void,
): Promise<SentConversation> {
	for (let tries = 1; tries <= maxTries; tries++) {
		const answer = await sendOnce(url, body, await makeAuthorization());
		if (answer.ok) return { acknowledged: true, tries, outcome: answer.outcome };
		onTurnedAway();
		await sleep(answer.retryAfterMs ?? 500);
	}
	return { acknowledged: false, tries: maxTries, outcome: 'given up' };
}

async function sendOnce(url: string, body: string, authorization: string) {
	try {
		const response = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json', authorization },
			body,
		});
		const answer: unknown = await response.json();
		const outcome = String(Object(answer).status);
		const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
		const retryAfterMs = Number.isFinite(retryAfter) ? Math.min(retryAfter, 5) * 1000 : undefined;
		return { ok: response.ok, outcome, retryAfterMs };
	} catch {
		return { ok: false, outcome: 'no answer', retryAfterMs: undefined };
	}
}
