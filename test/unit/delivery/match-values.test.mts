import { decideDelivery } from '../../../core/delivery/decide-delivery.ts';
import type { ConversationFilters } from '../../../core/delivery/filters.ts';

const MARKS = `a${'\u0315'.repeat(2_000)}${'\u0300'.repeat(2_000)}`;

/** Lengths of the texts that were normalized, which takes quadratic time for marks in the wrong order. */
function watchNormalize(): number[] {
	const lengths: number[] = [];
	const normalize = String.prototype.normalize;
	jest.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form) {
		lengths.push(this.length);
		return normalize.call(this, form);
	});
	return lengths;
}

afterEach(() => jest.restoreAllMocks());

const decide = (event: string, data: object, filters: ConversationFilters = {}) => {
	const outcome = decideDelivery({ body: { event, data } }, { filters });
	return outcome.kind === 'event' ? 'accepted' : outcome.reason;
};

test('the name of an event is not normalized if it is very long', () => {
	const lengths = watchNormalize();
	expect(decide(` conversationcomplete${' '.repeat(900)}`, {})).toBe('accepted');
	expect(decide(MARKS, {})).toBe('event-not-wanted');
	expect(decide(`ConversationComplete${' '.repeat(1_000)}`, {})).toBe('event-not-wanted');
	expect(Math.max(...lengths)).toBeLessThanOrEqual(1_000);
});

test.each<[ConversationFilters, string, unknown]>([
	[{ agents: ['a'] }, 'agent_title', MARKS],
	[{ agents: ['a'] }, 'agent_id', MARKS],
	[{ campaigns: ['a'] }, 'campaign_name', MARKS],
	[{ statuses: ['a'] }, 'status', MARKS],
	[{ languages: ['a'] }, 'language_locale_code', MARKS],
	[{ fromNumbers: ['a'] }, 'from_number', MARKS],
	[{ toNumbers: ['a'] }, 'to_number', MARKS],
	[{ urlParameters: { ref: 'a' } }, 'url_parameters', { ref: MARKS }],
])('the filter %j does not normalize a very long %s', (filters, field, value) => {
	const lengths = watchNormalize();
	expect(decide('ConversationComplete', { [field]: value }, filters)).toMatch(/-not-wanted$/);
	expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(1_000);
});
