import type Koa from 'koa';
import type { Interaction, Provider } from 'oidc-provider';
import { chooseLanguage } from './login-texts.mts';
import { readForm } from '../read-body.mts';
import type { Realm } from './realm.mts';
import { renderExpiredPage, renderLoginPage } from './render-pages.mts';

function respondWithPage(context: Koa.Context, status: number, page: string): void {
	context.status = status;
	context.type = 'html';
	context.set('cache-control', 'no-store');
	context.set(
		'content-security-policy',
		"default-src 'none'; style-src 'unsafe-inline'; img-src data:",
	);
	context.body = page;
}

/** The sign-in this browser has begun, or undefined if its cookie is missing or it expired. */
async function findInteraction(
	context: Koa.Context,
	provider: Provider,
): Promise<Interaction | undefined> {
	try {
		const interaction = await provider.interactionDetails(context.req, context.res);
		return interaction.uid === context.params.uid ? interaction : undefined;
	} catch (error) {
		if (error instanceof Error && error.name === 'SessionNotFound') return undefined;
		throw error;
	}
}

/** GET shows the login page, POST checks user name and password and goes on to the application. */
export async function handleLogin(
	context: Koa.Context,
	provider: Provider,
	{ state }: Realm,
): Promise<void> {
	const interaction = await findInteraction(context, provider);
	if (interaction === undefined) {
		const language = chooseLanguage(context.query);
		respondWithPage(context, 400, renderExpiredPage(language));
		return;
	}
	const language = chooseLanguage(interaction.params);
	const shown = { action: context.path, account: state.users[0] };
	if (context.method !== 'POST') {
		const page = renderLoginPage(language, { ...shown, username: '', wrongCredentials: false });
		respondWithPage(context, 200, page);
		return;
	}
	const { username = '', password = '' } = await readForm(context);
	const user = state.users.find((candidate) => candidate.username === username);
	if (user === undefined || user.password !== password) {
		respondWithPage(
			context,
			401,
			renderLoginPage(language, { ...shown, username, wrongCredentials: true }),
		);
		return;
	}
	const result = { login: { accountId: user.id } };
	context.redirect(await provider.interactionResult(context.req, context.res, result));
	context.status = 303;
}
