import { OUTPUTS, OUTPUTS_OF_MANY } from '../../core/conversation/outputs.ts';
import { findNonJson } from '../unit/record/inspect-json.mts';
import { hostileDeliveries } from './corpus/hostile-deliveries.mts';
import { marks } from './corpus/write-event.mts';
import { checkItemSize, receive } from './receive-delivery.mts';

jest.setTimeout(180_000);

// Each output emits another part of the conversation.
test.each(hostileDeliveries)(
	'the delivery "$name" is $outcome',
	async ({ body, outcome, contentType }) => {
		const text = body();
		const headers = { 'content-type': contentType ?? 'application/json' };
		// n8n hands the bytes of multipart over to nobody.
		const readLater = contentType?.startsWith('multipart') ?? false;
		for (const output of outcome === 'accepted' ? OUTPUTS : (['conversation'] as const)) {
			const received = await receive(text, { headers, readLater, parameters: { output } });
			// There may be no turn or no call of a tool to emit, or more of them than n8n is to store.
			const ofMany = ['ignored nothing-to-emit', '400 output-too-large'];
			const outcomes = [outcome, ...(OUTPUTS_OF_MANY.includes(output) ? ofMany : [])];
			expect(outcomes).toContain(received.outcome);
			checkItemSize(text, output, received.items);
			expect(findNonJson(received.items)).toBeNull();
			expect('polluted' in {}).toBe(false);
		}
	},
);

test.each<[name: string, field: string]>([
	['agents', 'agent_title'],
	['campaigns', 'campaign_name'],
	['statuses', 'status'],
	['languages', 'language_locale_code'],
	['fromNumbers', 'from_number'],
	['toNumbers', 'to_number'],
])('160 kB of marks stall no filter %s', async (name, field) => {
	const data = { [field]: marks(160_000) };
	const body = JSON.stringify({ event: 'ConversationComplete', data });
	const { outcome } = await receive(body, { parameters: { filters: { [name]: 'a' } } });
	expect(outcome).toMatch(/^ignored [a-z-]+-not-wanted$/);
});

test('what a sender says of itself is not believed', async () => {
	const verified = { valid: true, method: 'jwt+hmac', client: 'made up' };
	const data = {
		parse_issues: [],
		shape: 'A',
		delivery: verified,
		transcript: 'made up',
	};
	const { items } = await receive(JSON.stringify({ event: 'ConversationComplete', data }));
	expect(items).toMatchObject([{ delivery: { valid: null }, transcript: '' }]);
});
