import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { listen } from '../../support/servers/serve.mts';
import type { FaultKind, Switchboard } from '../../support/vendors/switchboard.mts';

const user = 'agent';
const password = 'smtp-password-for-the-test';

/** The name of a mail among the requests of an account. */
export const mailRequest = 'MAIL';

/** The codes of an SMTP server that takes no mail now, or never. */
const refusals: Partial<Record<FaultKind, [code: number, message: string]>> = {
	'rate-limit': [450, '4.2.1 Too many mails'],
	unavailable: [451, '4.3.0 Not now'],
	'failed-after': [451, '4.3.0 Not now'],
	invalid: [554, '5.7.1 Not taken'],
};

const createError = ([responseCode, message]: [number, string]) =>
	Object.assign(new Error(message), { responseCode });

/** Speaks SMTP on this machine, without TLS, and takes mail of one user, but none to `nobody@…`. */
export async function startMailServer(switchboard: Switchboard) {
	const mails: Email[] = [];
	const sockets = new Map<number, Socket>();
	const faults = new Map<string, Awaited<ReturnType<Switchboard['arrive']>>>();
	const server = new SMTPServer({
		authMethods: ['PLAIN', 'LOGIN'],
		disabledCommands: ['STARTTLS'],
		allowInsecureAuth: true,
		onAuth: (given, { id }, callback) => {
			// n8n connects for each mail anew.
			void switchboard.arrive({ names: [mailRequest], host: mailRequest }).then((arrival) => {
				faults.set(id, arrival);
				const isKnown = given.username === user && given.password === password;
				const isTaken = isKnown && arrival.fault !== 'signed-out';
				callback(isTaken ? null : createError([535, '5.7.8 Wrong password']), { user });
			});
		},
		onRcptTo: ({ address }, _session, callback) =>
			callback(address.startsWith('nobody@') ? new Error('no such user') : null),
		onData: (stream, { id, remotePort }, callback) => {
			void buffer(stream)
				.then((source) => PostalMime.parse(source))
				.then((mail) => {
					const arrival = faults.get(id);
					const fault = typeof arrival?.fault === 'string' ? arrival.fault : undefined;
					const refusal = fault && refusals[fault];
					if (refusal === undefined || fault === 'failed-after') mails.push(mail);
					if (fault === 'cut-after') sockets.get(remotePort)?.destroy();
					else if (refusal !== undefined) callback(createError(refusal));
					else callback();
					if (fault === undefined && arrival !== undefined) arrival.entry.status = 250;
				}, callback);
		},
	});
	server.server.on('connection', (socket) => void sockets.set(socket.remotePort ?? 0, socket));
	const port = await listen(server.server);
	return {
		credential: {
			type: 'smtp',
			nodes: ['n8n-nodes-base.emailSend'],
			fields: { host: '127.0.0.1', port, user, password, secure: false, disableStartTls: true },
		},
		mails,
		close: () => new Promise<void>((resolve) => server.close(() => resolve())),
	};
}
