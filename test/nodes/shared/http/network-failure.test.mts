import { readNetworkCode } from '../../../../nodes/shared/http/outcome.ts';

test.each([
	['ENOTFOUND', 'host'],
	['EAI_AGAIN', 'host'],
	['ECONNREFUSED', 'rejected'],
	['EHOSTUNREACH', 'rejected'],
	['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
	['CERT_HAS_EXPIRED', 'certificate'],
	['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
	['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
	['EPROTO', 'tls'],
	['ECONNRESET', 'lost'],
	['ETIMEDOUT', 'lost'],
	['SOMETHING_NEW', 'lost'],
	[undefined, 'lost'],
])('%s means %s', (code, failure) => {
	expect(readNetworkCode(code)).toBe(failure);
});
