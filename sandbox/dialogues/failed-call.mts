import { parcel } from './parcel.mts';
import type { Dialogue } from './dialogue.mts';

export const failedCall: Dialogue = {
	title: 'Failed call: the line breaks down',
	agent: parcel.agent,
	line: { provider: 'Telnyx', from: '+16175550129', to: '+17735550120' },
	locale: 'en-US',
	outcome: 'failed',
	errorMessage: 'The telephony provider closed the call.',
	roomError: 'The caller left the room without hanging up.',
	hasRecording: false,
	steps: [
		{ agent: 'Hello, this is parcel support. What can I do for you?' },
		{ person: 'Hi, I am waiting for a parcel that should' },
		{ agent: 'I am sorry, I did not hear the end of that. Are you still there?' },
	],
};
