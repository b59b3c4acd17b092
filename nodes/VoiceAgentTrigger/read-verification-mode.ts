import type { IHookFunctions } from 'n8n-workflow';
import type { VerificationMode } from '../../core';

/** The parameter Verify Deliveries. Fails closed: what is none of its values counts as Required. */
export function readVerificationMode(
	context: Pick<IHookFunctions, 'getNodeParameter'>,
): VerificationMode {
	const value = context.getNodeParameter('verifyDeliveries', 'report');
	return value === 'report' || value === 'off' ? value : 'required';
}
