import type Koa from 'koa';
import { errors, type Interaction, type Provider } from 'oidc-provider';
import { readForm } from '../read-body.mts';
import { chooseLanguage } from './login-texts.mts';
import type { Realm } from './realm.mts';
import { renderExpiredPage, renderLoginPage } from './render-pages.mts';

/** GET shows the login page, POST checks user name and password and goes on to the application. */
export async function handleLogin(
	context: Koa.Context,
	provider: Provider,
	{ state: { users } }: Realm,
): Promise<void> {
	const interaction = await findInteraction(context, provider);
	if (interaction === undefined) {
		return respondWithPage(context, 400, renderExpiredPage(chooseLanguage(context.query)));
	}
	const isPost = context.method === 'POST';
	const { username = '', password = '' } = isPost ? await readForm(context) : {};
	const user = users.find((each) => each.username === username && each.password === password);
	if (user === undefined) {
		const page = renderLoginPage(chooseLanguage(interaction.params), {
			...{ action: context.path, account: users[0], username, wrongCredentials: isPost },
		});
		return respondWithPage(context, isPost ? 401 : 200, page);
	}
	const result = { login: { accountId: user.id } };
	context.redirect(await provider.interactionResult(context.req, context.res, result));
	context.status = 303;
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
		if (error instanceof errors.SessionNotFound) return undefined;
		throw error;
	}
}

function respondWithPage(context: Koa.Context, status: number, page: string): void {
	context.status = status;
	context.type = 'html';
	context.set({
		'cache-control': 'no-store',
		'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
	});
	context.body = page;
}
