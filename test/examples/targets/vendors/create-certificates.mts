import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../../../../host/services/find-program.mts';

const run = promisify(execFile);
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];

/** A certificate for the hosts, and the file of the authority that signed it. */
export interface Certificates {
	authorityFile: string;
	key: string;
	certificate: string;
}

/** Makes a certificate authority of the suite's own, and one certificate for all the hosts. */
export async function createCertificates(folder: string, hosts: string[]): Promise<Certificates> {
	const openssl = findProgram('openssl', 'openssl');
	const file = (name: string) => join(folder, name);
	const sign = ['req', '-x509', ...newKey];
	await run(openssl, [
		...sign,
		...['-keyout', file('authority.key'), '-out', file('authority.pem')],
		...['-subj', '/CN=Examples Test Authority', '-addext', 'keyUsage=critical,keyCertSign'],
	]);
	await run(openssl, [
		...sign,
		...['-CA', file('authority.pem'), '-CAkey', file('authority.key')],
		...['-keyout', file('vendors.key'), '-out', file('vendors.pem'), '-subj', '/CN=Vendors'],
		...['-addext', `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(',')}`],
		...['-addext', 'basicConstraints=critical,CA:FALSE'],
	]);
	return {
		authorityFile: file('authority.pem'),
		key: await readFile(file('vendors.key'), 'utf8'),
		certificate: await readFile(file('vendors.pem'), 'utf8'),
	};
}
