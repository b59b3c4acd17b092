import type { SpeakerGroup } from './conversation-statistics';

/** Role words in use among voice and chat services; the interface document names only "System". */
const GROUP_BY_ROLE = new Map<string, SpeakerGroup>([
	['user', 'user'],
	['caller', 'user'],
	['customer', 'user'],
	['human', 'user'],
	['agent', 'agent'],
	['assistant', 'agent'],
	['ai', 'agent'],
	['bot', 'agent'],
	['system', 'system'],
	['developer', 'system'],
]);

/** Who speaks, as far as the role tells, without regard to case. */
export function groupSpeaker(role: string | null | undefined): SpeakerGroup {
	if (role === null || role === undefined) return 'other';
	// Two spellings make up nearly every history.
	if (role === 'User') return 'user';
	if (role === 'Assistant') return 'agent';
	return GROUP_BY_ROLE.get(role) ?? GROUP_BY_ROLE.get(role.trim().toLowerCase()) ?? 'other';
}
