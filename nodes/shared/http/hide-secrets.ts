const REMOVED = '[removed]';

/** Shorter ones would be found in any text. */
const MIN_SECRET_LENGTH = 4;

/**
 * A text of the service without the secrets that it may repeat: as they are, in other letter case,
 * URL-encoded, escaped as in JSON, or in base64. If one still stands there between tags or spaces, or
 * encoded in part, nothing of the text is shown.
 */
export function hideSecrets(text: string, secrets: readonly string[]): string {
	const known = secrets.filter((secret) => secret.length >= MIN_SECRET_LENGTH);
	const cleaned = known.flatMap(listForms).reduce(removeForm, text);
	const views = [bare(cleaned), bare(decodePercents(cleaned))];
	const isHidden = known.some((secret) => views.some((view) => view.includes(bare(secret))));
	return isHidden ? REMOVED : cleaned;
}

/** How a secret may be written in a text that repeats it. */
function listForms(secret: string): string[] {
	const base64 = Buffer.from(secret).toString('base64');
	const base64url = Buffer.from(secret).toString('base64url');
	const json = JSON.stringify(secret).slice(1, -1);
	return [
		secret,
		encodeURIComponent(secret),
		new URLSearchParams([['', secret]]).toString().slice(1),
		json,
		base64,
		base64url,
	];
}

/** Removes each occurrence, whatever its letter case. Linear, since it looks at each place once. */
function removeForm(text: string, form: string): string {
	const lowerText = text.toLowerCase();
	const lowerForm = form.toLowerCase();
	// A few characters have another length in lower case, and then places in both texts differ.
	if (lowerText.length !== text.length) return text.replaceAll(form, REMOVED);
	const parts: string[] = [];
	let from = 0;
	for (;;) {
		const at = lowerText.indexOf(lowerForm, from);
		if (at === -1) return [...parts, text.slice(from)].join('');
		parts.push(text.slice(from, at), REMOVED);
		from = at + form.length;
	}
}

function decodePercents(text: string): string {
	return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
}

/** A text without what may stand between the letters of a secret, and without letter case. */
function bare(text: string): string {
	return text
		.replace(/<[^<>]*>/g, '')
		.replace(/\s+/g, '')
		.toLowerCase();
}
