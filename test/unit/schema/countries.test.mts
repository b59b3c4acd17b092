import countries from '../../../nodes/shared/countries.json' with { type: 'json' };

test('each country stands once, under its name and its calling code', () => {
	expect(countries.length).toBeGreaterThan(240);
	expect(new Set(countries.map(({ value }) => value)).size).toBe(countries.length);
	expect(
		countries.filter(
			({ name }) => !/^[^(]*\S \(\+\d{1,3}\)$/.test(name.replace(/ \([A-Z]\D*\)/, '')),
		),
	).toEqual([]);
	expect(countries).toContainEqual({ name: 'Germany (+49)', value: 'DE' });
	expect(countries).toContainEqual({ name: 'United States (+1)', value: 'US' });
});
