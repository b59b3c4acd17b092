import { readWebhookId } from '../../../core/registration/remembered.ts';

test('takes the id', () => {
	expect(readWebhookId({ id: '7e7f', more: 1 })).toBe('7e7f');
	expect(readWebhookId({ id: 'x'.repeat(256) })).toHaveLength(256);
});

test.each([
	[undefined],
	[null],
	['id'],
	[[{ id: '7e7f' }]],
	[{}],
	[{ id: null }],
	[{ id: 7 }],
	[{ id: '' }],
	[{ id: ' ' }],
	[{ id: 'x'.repeat(257) }],
])('there is none in %j', (response) => {
	expect(readWebhookId(response)).toBeUndefined();
});
