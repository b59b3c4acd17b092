/** Every text of a workflow that a person reads: its name, the names of its nodes and the notes. */
export function listTexts(value: unknown, key = ''): string[] {
	if (typeof value === 'string') return ['name', 'content', 'notes'].includes(key) ? [value] : [];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, child]) => listTexts(child, name));
}

/** The string literals of a source that are sentences: messages, descriptions, log lines, output. */
export function listSentences(source: string): string[] {
	const code = source.replace(/\/\*.*?\*\//gs, '').replace(/^\s*\/\/.*$/gm, '');
	const literals = code.matchAll(
		/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g,
	);
	return [...literals]
		.map(([, single, double, template]) => single ?? double ?? template ?? '')
		.filter((text) => /\w+ \w+ \w+/.test(text));
}
