const spellings = new Map<string, string>();

/** The camel-case spelling of one of our own field names: `agent_id` gives `agentId`. */
export function spellCamelCase(name: string): string {
	const known = spellings.get(name);
	if (known !== undefined) return known;
	const spelling = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
	spellings.set(name, spelling);
	return spelling;
}
