/** A Markdown table, its columns padded as prettier does it. Cells are Markdown on one line. */
export function writeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const lines = [head, ...rows].map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')));
	const widths = head.map((_, column) =>
		Math.max(3, ...lines.map((cells) => cells[column]?.length ?? 0)),
	);
	const writeLine = (cells: readonly string[]) =>
		`| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
	const [first = [], ...others] = lines;
	const rule = widths.map((width) => '-'.repeat(width));
	return [writeLine(first), writeLine(rule), ...others.map(writeLine)].join('\n');
}
