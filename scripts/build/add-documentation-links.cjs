'use strict';
const { Transform } = require('node:stream');

/**
 * Adds the documentation links to codex files: the project's address stands in package.json alone.
 * @param {string} homepage
 */
function addDocumentationLinks(homepage) {
	return new Transform({
		objectMode: true,
		transform(file, _encoding, done) {
			const codex = JSON.parse(file.contents.toString());
			codex.resources = {
				primaryDocumentation: [{ url: homepage }],
				credentialDocumentation: [{ url: `${homepage}#sign-in` }],
			};
			file.contents = Buffer.from(`${JSON.stringify(codex, null, 2)}\n`);
			done(null, file);
		},
	});
}

module.exports = { addDocumentationLinks };
