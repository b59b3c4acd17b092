'use strict';
// The built package, usable from plain Node. The nodes and credentials need n8n-workflow; core does
// not, so each export loads its own bundle only when it is asked for.

const exported = {
	VoiceAgent: () => require('./dist/nodes/VoiceAgent/VoiceAgent.node.js').VoiceAgent,
	VoiceAgentTrigger: () =>
		require('./dist/nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.js').VoiceAgentTrigger,
	VoiceAgentOAuth2Api: () =>
		require('./dist/credentials/VoiceAgentOAuth2Api.credentials.js').VoiceAgentOAuth2Api,
	VoiceAgentTokenApi: () =>
		require('./dist/credentials/VoiceAgentTokenApi.credentials.js').VoiceAgentTokenApi,
	parseDelivery: () => require('./dist/core/index.js').parseDelivery,
	conversationSchema: () => require('./dist/core/index.js').conversationSchema,
};

for (const [name, load] of Object.entries(exported)) {
	Object.defineProperty(module.exports, name, { enumerable: true, get: load });
}
