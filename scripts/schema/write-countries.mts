import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';

const names = new Intl.DisplayNames('en', { type: 'region' });

/** The countries whose numbers can be read, by name: `DE Germany (+49)`. */
export function listCountries(): string[] {
	return getCountries()
		.map((code) => ({ code, name: names.of(code) ?? code }))
		.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
		.map(({ code, name }) => `${code} ${name} (+${getCountryCallingCode(code)})`);
}

/** The source of a file that exports them as choices. */
export function writeCountries(): string {
	return [
		'// Written by `npm run docs:generate` from libphonenumber-js. Do not edit.',
		"import type { INodePropertyOptions } from 'n8n-workflow';",
		'',
		`const LISTED = ${JSON.stringify(listCountries(), null, '\t')};`,
		'',
		'/** The countries whose numbers can be read, with their calling codes. */',
		'export const COUNTRIES = LISTED.map(',
		'(country): INodePropertyOptions => ({ name: country.slice(3), value: country.slice(0, 2) }),',
		');',
		'',
	].join('\n');
}
