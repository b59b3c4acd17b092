import { hideSecrets, readServiceMessage } from '../../../../nodes/shared/http/service-message.ts';

const secret = 'Zq7+w/ü "x"&Kd';
const base64 = Buffer.from(secret).toString('base64');

test.each([
	['as it is', secret],
	['in upper case', secret.toUpperCase()],
	['URL-encoded', encodeURIComponent(secret)],
	['URL-encoded in lower case', encodeURIComponent(secret).toLowerCase()],
	['form-encoded', new URLSearchParams({ '': secret }).toString().slice(1)],
	['escaped as in JSON', JSON.stringify(secret).slice(1, -1)],
	['in base64', base64],
	['in base64url', Buffer.from(secret).toString('base64url')],
])('removes a secret %s, and nothing else', (_how, written) => {
	expect(hideSecrets(`before ${written} between ${written}`, [secret])).toBe(
		'before [removed] between [removed]',
	);
});

test.each([
	['across tags', 'Zq7+w<b>Kd-9x</b>pL2'],
	['across lines', 'Zq7+w\n Kd-9xpL2'],
	['encoded letter by letter', '%5aq7%2Bw%4Bd-9xpL2'],
])('shows nothing of a text that holds a secret %s', (_how, written) => {
	expect(hideSecrets(`wrong: ${written}!`, ['Zq7+wKd-9xpL2'])).toBe('[removed]');
});

test('leaves other texts, and texts shorter than a secret', () => {
	expect(hideSecrets('No such campaign: abc', ['abc', secret])).toBe('No such campaign: abc');
});

test('removes a secret before the text is cut', () => {
	for (let spaces = 280; spaces < 300; spaces += 1) {
		const shown = readServiceMessage(`${'. '.repeat(spaces / 2)}hunter2-hunter3`, [
			'hunter2-hunter3',
		]);
		expect(shown).not.toContain('hu');
	}
});
