/** What a code of the network says; of all but `lost`, that no request was sent. */
export type NetworkFailure = 'certificate' | 'host' | 'tls' | 'rejected' | 'lost';

const HOST_CODES = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME', 'EAI_NODATA'];

const REJECTED_CODES = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'];

/** Codes of OpenSSL's verification, as Node writes them, and of Node's comparison of names. */
const CERTIFICATE_CODES = [
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'INVALID_CA',
	'INVALID_PURPOSE',
	'PATH_LENGTH_EXCEEDED',
	'HOSTNAME_MISMATCH',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'ERR_TLS_CERT_ALTNAME_FORMAT',
];

/** Reads a code of the network, of a certificate or of TLS. A code that is not known may mean `lost`. */
export function readNetworkCode(code: string | undefined): NetworkFailure {
	if (code === undefined) return 'lost';
	if (HOST_CODES.includes(code)) return 'host';
	if (REJECTED_CODES.includes(code)) return 'rejected';
	if (CERTIFICATE_CODES.includes(code) || code.startsWith('CERT_')) return 'certificate';
	// The handshake comes before the request. EPROTO is how older versions of Node write it.
	if (code.startsWith('ERR_SSL_') || code === 'EPROTO') return 'tls';
	return 'lost';
}
