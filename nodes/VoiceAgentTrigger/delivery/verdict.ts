import type { AuthenticatedDelivery } from '../../../core/delivery/authenticate';
import { createThrottle } from '../../../core/memory';
import { DAY_MS } from '../../../core/time';
import { joinSentences } from '../../shared/errors';
import { quote } from '../../shared/log';
import type { DeliverySettings } from '../settings';
import type { CredentialChecks } from './credential';
import type { Host } from './host';

const dailyThrottle = createThrottle(DAY_MS);

/** Logs how to require valid tokens like this, or the flaw that Report Only let pass. Once a day for each node and reason. */
export function logVerdict(
	host: Host,
	authentication: AuthenticatedDelivery,
	demanded: Demanded,
): void {
	const { valid, method, reason } = authentication.verdict;
	if (method?.startsWith('jwt') !== true) return;
	const flaw = valid === true ? '' : explainFlaw(authentication, demanded);
	const found =
		flaw && `Report Only accepted a delivery whose token does not verify (${reason}). ${flaw}`;
	const text = valid === true ? advise(authentication, demanded) : found;
	const key = `${host.nodeKey} ${reason ?? ''}`;
	if (text === '' || dailyThrottle.start(key, Date.now()) === null) return;
	host.log('info', text);
}

type Demanded = CredentialChecks & DeliverySettings['verification'];

/** For the owner of n8n alone: the flaw of a token, and each claim that differs from the credential's demands. */
export function explainFlaw(
	{ verdict: { issuer, ...named }, flaw }: AuthenticatedDelivery,
	demanded: CredentialChecks,
): string {
	const differences = (['audience', 'client', 'subject'] as const).map((claim) => {
		const [expected, came] = [demanded[claim], [named[claim] ?? []].flat()];
		if (issuer === null || expected === undefined || came.includes(expected)) return false;
		const shown = came.map(quote).join(', ') || 'none';
		return `The ${claim} of its token is ${shown}, but ${quote(expected)} is expected`;
	});
	return joinSentences(flaw, ...differences);
}

/** How to accept only this sender; `''` if that is done. Client and subject are no secrets: the log may show them. */
function advise({ verdict: { client, subject } }: AuthenticatedDelivery, demanded: Demanded) {
	const isEnforced = demanded.client !== undefined || demanded.subject !== undefined;
	if (demanded.mode === 'require' && isEnforced) return '';
	const expected = [
		client !== null && `Expected Client ${quote(client)}`,
		subject !== null && `Expected Subject ${quote(subject)}`,
	];
	const what = expected.filter(Boolean).join(' and ') || 'what to expect';
	return `the token of a delivery is valid. If the service sent it, you can accept only such deliveries: turn on Check Sender in the credential, enter ${what}, and set Verify Deliveries to Require.`;
}
