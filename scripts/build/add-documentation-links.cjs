'use strict';
const { Transform } = require('node:stream');

/** The page of each node, by the name of its codex file. */
const pages = new Map([
	['VoiceAgent.node.json', 'docs/nodes/voice-agent.md'],
	['VoiceAgentTrigger.node.json', 'docs/nodes/voice-agent-trigger.md'],
]);

// n8n's linter wants a literal address in a credential.
const placeholder = 'https://documentation.invalid/';
const declaration = /^\tdocumentationUrl = '(.*)';\n/m;

/**
 * Adds the documentation links to codex files. Without an address they get none: a link in the editor
 * that leads nowhere is worse than no link.
 * @param {string | undefined} address of the public repository
 */
function addDocumentationLinks(address) {
	return new Transform({
		objectMode: true,
		transform(file, _encoding, done) {
			const codex = JSON.parse(file.contents.toString());
			// n8n takes no part of a codex file without resources: the aliases would be lost as well.
			codex.resources =
				address === undefined
					? {}
					: {
							primaryDocumentation: [{ url: `${address}/blob/main/${pages.get(file.basename)}` }],
							credentialDocumentation: [{ url: `${address}#sign-in` }],
						};
			file.contents = Buffer.from(`${JSON.stringify(codex, null, 2)}\n`);
			done(null, file);
		},
	});
}

/**
 * Puts the address in place of the placeholder in the source of a credential, or removes the link
 * without one. Throws if the source declares no link.
 * @param {string} source
 * @param {string | undefined} address of the public repository
 */
function linkCredentialDocumentation(source, address) {
	const link = declaration.exec(source);
	if (!link?.[1]?.startsWith(placeholder)) {
		throw new Error(`A credential must declare documentationUrl = '${placeholder}…';`);
	}
	if (address === undefined) return source.replace(declaration, '');
	return source.replace(placeholder, address);
}

module.exports = { addDocumentationLinks, linkCredentialDocumentation };
