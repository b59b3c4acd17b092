import * as z from 'zod/v4';
import { connectInN8n, type SavedCredential } from './connect-in-n8n.mts';
import { observe } from './observations.mts';
import {
	getServerSettings,
	getUserInfo,
	refreshToken,
	signOut,
	verifyToken,
} from './operations.mts';
import { useStage, type Suite } from './start-suite.mts';

const section = 'Identity operations';
const verdict = z.looseObject({ valid: z.boolean(), code: z.string().nullish() });
const verified = z.looseObject({ access_token: verdict, id_token: verdict });

async function readVerdicts(credential: SavedCredential): Promise<string> {
	const { item, read } = await credential.run(verifyToken);
	if (item === undefined) return read;
	const { access_token: access, id_token: id } = verified.parse(item);
	const describe = ({ valid, code }: typeof access) => (valid ? 'valid' : code);
	return `access token ${describe(access)}, ID token ${describe(id)}`;
}

async function readAll(credential: SavedCredential): Promise<string> {
	return [
		`Verify Token: ${await readVerdicts(credential)}`,
		`Get User Info: ${(await credential.run(getUserInfo)).read}`,
		`Get Server Settings: ${(await credential.run(getServerSettings)).read}`,
		`Refresh Token: ${(await credential.run(refreshToken)).read}`,
	].join('. ');
}

/** Every Identity operation, and what all of them say once the sign-in has ended. */
export function describeIdentityOperations(useSuite: () => Suite): void {
	describe('the Identity operations', () => {
		const stage = useStage(useSuite);

		test('tell of the user, the realm and the tokens', async () => {
			const credential = await stage.connect('public');
			expect((await credential.run(getUserInfo)).item).toMatchObject({
				sub: expect.any(String),
				preferred_username: 'demo',
				email: 'demo@example.com',
			});
			expect((await credential.run(getServerSettings)).item).toMatchObject({
				settings: { issuer: stage.identityServerUrl },
				keys: expect.arrayContaining([expect.objectContaining({ kty: 'RSA' })]),
			});
			expect((await credential.run(verifyToken)).item).toMatchObject({
				access_token: { valid: true },
				id_token: { valid: true },
				scope: { missing: [] },
			});
		});

		test.each([
			['with Stay Signed In', true],
			['without Stay Signed In', false],
		])('before and after Sign Out, %s', async (how, staySignedIn) => {
			const credential = await stage.connect('public', { staySignedIn });
			observe(section, `Connected, ${how}`, await readAll(credential));
			const out = await credential.run(signOut);
			expect(out.item).toMatchObject({ signed_out: true });
			const after = await readAll(credential);
			const again = `Sign Out: ${(await credential.run(signOut)).read}`;
			observe(section, `After Sign Out, ${how}`, `${after}. ${again}`);
			await connectInN8n(stage.host, credential, {});
			observe(section, `Connected again, ${how}`, await readAll(credential));
		});

		test('of a credential that was never connected', async () => {
			const credential = await stage.save('public');
			const out = `Sign Out: ${(await credential.run(signOut)).read}`;
			observe(section, 'Saved, never connected', `${await readAll(credential)}. ${out}`);
		});
	});
}
