import { inspect } from 'node:util';
import type { StoredCredential } from '../support/in-process/stored-credential.mts';

const show = (value: unknown) =>
	inspect(value, { depth: 20, showHidden: true, maxStringLength: null, maxArrayLength: null });

/** Keeps what the nodes hand out, to be searched for everything that must not be in it. */
export function watchSecrets(credential: StoredCredential) {
	const seen: { where: string; text: string }[] = [];
	const secrets = new Map<string, string>();
	const readTokens = () => Object(credential.data.oauthTokenData);

	/** Tokens change with each refresh: whatever the credential holds now and held before is secret. */
	function learnTokens(): void {
		const tokens = readTokens();
		for (const name of ['access_token', 'refresh_token', 'id_token']) {
			const token = String(tokens[name]);
			secrets.set(`${name} ${token.slice(-8)}`, token);
			// The part that makes a token of it, without which the rest is worth nothing.
			const [, claims = '', signature = ''] = token.split('.');
			secrets.set(`${name} signature ${token.slice(-8)}`, signature);
			// A message is shorter than a token: where one is cut, its claims begin to show.
			secrets.set(`${name} claims ${token.slice(-8)}`, claims.slice(0, 40));
		}
		secrets.set('client secret', String(credential.data.clientSecret));
	}
	learnTokens();

	return {
		seen,
		learn: (name: string, secret: string) => void secrets.set(name, secret),
		record(where: string, value: unknown): void {
			learnTokens();
			seen.push({ where, text: show(value) });
			if (value instanceof Error) seen.push({ where, text: JSON.stringify(value) });
		},
		/** The worst body that a service can answer with: it repeats what it was sent. */
		echo(): string {
			const { access_token, refresh_token } = readTokens();
			return JSON.stringify({
				message: `rejected ${access_token}`,
				detail: `and ${refresh_token}`,
			});
		},
		/** What is where. */
		findLeaks: (): string[] =>
			seen.flatMap(({ where, text }) =>
				[...secrets].flatMap(([name, secret]) =>
					text.includes(secret) ? [`${name} in ${where}`] : [],
				),
			),
	};
}
