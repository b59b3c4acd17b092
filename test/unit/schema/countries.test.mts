import { COUNTRIES } from '../../../nodes/shared/countries.ts';
import { listCountries } from '../../../scripts/schema/generate.mts';

test('the countries to choose from are what npm run docs:generate writes', () => {
	expect(COUNTRIES.map(({ value, name }) => `${String(value)} ${name}`)).toEqual(listCountries());
	expect(COUNTRIES.length).toBeGreaterThan(240);
});

test('each country stands once, under its name and its calling code', () => {
	expect(new Set(COUNTRIES.map(({ value }) => value)).size).toBe(COUNTRIES.length);
	expect(
		COUNTRIES.filter(
			({ name }) => !/^[^(]*\S \(\+\d{1,3}\)$/.test(name.replace(/ \([A-Z]\D*\)/, '')),
		),
	).toEqual([]);
	expect(COUNTRIES).toContainEqual({ name: 'Germany (+49)', value: 'DE' });
	expect(COUNTRIES).toContainEqual({ name: 'United States (+1)', value: 'US' });
});
