import { readEventNames } from '../../../nodes/shared/settings.ts';

test.each<[unknown, string[]]>([
	['SessionStarted, ConversationComplete', ['ConversationComplete', 'SessionStarted']],
	['ConversationComplete,SessionStarted', ['ConversationComplete', 'SessionStarted']],
	[' SessionStarted , sessionstarted,,', ['SessionStarted']],
	[
		['b', 'a'],
		['a', 'b'],
	],
	['', []],
	[undefined, []],
])('the events of %j are %j', (list, events) => {
	expect(readEventNames(list)).toEqual(events);
});
