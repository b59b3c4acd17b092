/** Reads an address as the nodes do (core/net/read-typed-address), as far as an expression can. */
function readAddress(text: string, copiedEnding: string): string {
	const withScheme = '.replace(/^(?=[^\\s/?#@:\\\\]+(:[0-9]+)?([/?#]|$))/, "https://")';
	return `${text}.trim()${withScheme}.replace(/(?<=[^/:])[/]+${copiedEnding}[/]*$/, "").replace(/[/]+$/, "")`;
}

/** The API's address out of a typed text, as an expression without its braces. */
export const readApiAddress = (text: string) => readAddress(text, 'api');

/** The identity server's address, which may have been copied from its discovery document. */
export const readIdentityAddress = (text: string) =>
	readAddress(text, '[.]well-known[/]openid-configuration');
