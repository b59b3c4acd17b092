/** Values as a user writes them: comma-separated text, or a list whose entries may hold commas. */
export type FilterList = string | readonly string[];

/** The values of a list, trimmed, without blank ones. Nothing gives an empty list. */
export function parseFilterList(list: FilterList | undefined): string[] {
	const values = typeof list === 'string' ? list.split(',') : (list ?? []);
	return values.map((value) => value.trim()).filter((value) => value !== '');
}

/** Whether any of a record's fields equals any wanted value, without regard to case and outer spaces. */
export function matchesAny(
	fields: ReadonlyArray<string | null>,
	wanted: readonly string[],
): boolean {
	const present = fields.flatMap((field) => (field === null ? [] : [foldCase(field)]));
	return wanted.some((value) => present.includes(foldCase(value)));
}

/** Text in the form in which words are compared. */
export function foldCase(text: string): string {
	return text.normalize('NFC').trim().toLowerCase();
}
