'use strict';

// Hosts that are reserved for examples: nothing is behind them, and no one can publish there.
const reserved =
	/(?:^|[./@])(?:example\.(?:com|net|org)|[\w-]+\.(?:example|invalid|test))(?:[/:]|$)/;

/**
 * Whether package.json holds no true address yet.
 * @param {string | undefined} address of a page or a mailbox
 */
const isPlaceholder = (address) => !address || reserved.test(address);

/**
 * Where the documentation can be read: package.json's homepage, the address of the public repository.
 * `undefined` while it is the placeholder.
 * @param {{ homepage?: string }} manifest
 */
function findDocumentationAddress({ homepage }) {
	return isPlaceholder(homepage) ? undefined : homepage;
}

module.exports = { findDocumentationAddress, isPlaceholder };
