import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail server that keeps what it gets. */
export interface MailServer {
	/** Fields of n8n's SMTP credential. */
	credential: Record<string, unknown>;
	mails: Email[];
	close(): Promise<void>;
}

const user = 'agent';
const password = 'smtp-password-for-the-test';

/** Speaks SMTP on this machine, without TLS, and takes mail of one user. */
export async function startMailServer(): Promise<MailServer> {
	const mails: Email[] = [];
	const server = new SMTPServer({
		authMethods: ['PLAIN', 'LOGIN'],
		disabledCommands: ['STARTTLS'],
		allowInsecureAuth: true,
		onAuth: (given, _session, callback) => {
			const isKnown = given.username === user && given.password === password;
			callback(isKnown ? null : new Error('wrong password'), { user });
		},
		onData: (stream, _session, callback) => {
			void buffer(stream)
				.then((source) => PostalMime.parse(source))
				.then((mail) => {
					mails.push(mail);
					callback();
				}, callback);
		},
	});
	const port = await new Promise<number>((resolve) => {
		const listening = server.listen(0, '127.0.0.1', () => {
			const address = listening.address();
			resolve(typeof address === 'object' && address !== null ? address.port : 0);
		});
	});
	return {
		credential: { host: '127.0.0.1', port, user, password, secure: false, disableStartTls: true },
		mails,
		close: () => new Promise((resolve) => server.close(() => resolve())),
	};
}
