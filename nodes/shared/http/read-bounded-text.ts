/** Bytes as they arrive, after decompression. */
export type ByteSource = {
	destroy(): unknown;
} & AsyncIterable<unknown>;

/**
 * Reads a body as UTF-8 text up to a limit. `undefined` if there is more, and then the rest is not
 * read: a small compressed body may unfold to gigabytes. Throws if the body breaks off.
 */
export async function readBoundedText(
	body: ByteSource,
	maxBytes: number,
): Promise<string | undefined> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of body) {
		if (!(chunk instanceof Uint8Array)) continue;
		bytes += chunk.byteLength;
		if (bytes > maxBytes) {
			body.destroy();
			return undefined;
		}
		chunks.push(chunk);
	}
	// A byte order mark is no part of the text, and JSON does not begin with one.
	return Buffer.concat(chunks)
		.toString('utf8')
		.replace(/^\uFEFF/, '');
}
