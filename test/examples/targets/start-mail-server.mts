import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { listen } from '../../support/servers/serve.mts';

const user = 'agent';
const password = 'smtp-password-for-the-test';

/** Speaks SMTP on this machine, without TLS, and takes mail of one user, but none to `nobody@…`. */
export async function startMailServer() {
	const mails: Email[] = [];
	const server = new SMTPServer({
		authMethods: ['PLAIN', 'LOGIN'],
		disabledCommands: ['STARTTLS'],
		allowInsecureAuth: true,
		onAuth: (given, _session, callback) => {
			const isKnown = given.username === user && given.password === password;
			callback(isKnown ? null : new Error('wrong password'), { user });
		},
		onRcptTo: ({ address }, _session, callback) =>
			callback(address.startsWith('nobody@') ? new Error('no such user') : null),
		onData: (stream, _session, callback) => {
			void buffer(stream)
				.then((source) => PostalMime.parse(source))
				.then((mail) => {
					mails.push(mail);
					callback();
				}, callback);
		},
	});
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
