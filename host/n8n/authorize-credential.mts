import * as z from 'zod/v4';
import type { N8nSession } from './n8n-session.mts';

/** Fills in the sign-in page behind an authorization address; gives the address it sends back to. */
export type FillInSignIn = (authorizationUrl: string) => Promise<string>;

/**
 * Connects an OAuth2 credential as the editor's button does: n8n makes the authorization address, the
 * user signs in there, and the way back leads to n8n's callback with the owner's cookie. Throws with
 * the reason on n8n's page if that is not a success (its status is 200 in any case).
 */
export async function authorizeCredential(
	session: N8nSession,
	credentialId: string,
	fillInSignIn: FillInSignIn,
): Promise<void> {
	const authorizationUrl = z
		.string()
		.parse(await session.rest('GET', `/oauth2-credential/auth?id=${credentialId}`));
	const callback = await fillInSignIn(authorizationUrl);
	const page = await session.page(callback);
	if (page.includes('Connection successful')) return;
	throw new Error(`n8n did not connect the credential: ${readReason(page)}`);
}

function readReason(page: string): string {
	const text = page
		.replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ')
		.replace(/<[^>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return text === '' ? 'the page was empty' : text.slice(0, 300);
}
