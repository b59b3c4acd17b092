import { groupSpeaker } from '../../../core/conversation/statistics.ts';

test.each([
	['User', 'user'],
	['user', 'user'],
	['caller', 'user'],
	['Customer', 'user'],
	['human', 'user'],
	['Agent', 'agent'],
	['Assistant', 'agent'],
	['assistant', 'agent'],
	['AI', 'agent'],
	['bot', 'agent'],
	['System', 'system'],
	['developer', 'system'],
	[' CALLER\n', 'user'],
	[' DEVELOPER ', 'system'],
	['narrator', 'other'],
	['user 2', 'other'],
	['constructor', 'other'],
	['', 'other'],
	[null, 'other'],
])('%j is of group %s', (role, group) => {
	expect(groupSpeaker(role)).toBe(group);
});
