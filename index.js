'use strict';
// The built package, usable from plain Node; index.d.ts describes it. The nodes and credentials need
// n8n-workflow; core does not, so each export loads its own bundle only when it is asked for.

// Node finds the names that an ES module can import by these lines.
exports.parseDelivery = undefined;
exports.VoiceAgent = undefined;
exports.VoiceAgentTrigger = undefined;
exports.VoiceAgentOAuth2Api = undefined;
exports.VoiceAgentTokenApi = undefined;

const exported = {
	parseDelivery: () => require('./dist/core/index.js').parseDelivery,
	VoiceAgent: () => require('./dist/nodes/VoiceAgent/VoiceAgent.node.js').VoiceAgent,
	VoiceAgentTrigger: () =>
		require('./dist/nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.js').VoiceAgentTrigger,
	VoiceAgentOAuth2Api: () =>
		require('./dist/credentials/VoiceAgentOAuth2Api.credentials.js').VoiceAgentOAuth2Api,
	VoiceAgentTokenApi: () =>
		require('./dist/credentials/VoiceAgentTokenApi.credentials.js').VoiceAgentTokenApi,
};

for (const [name, load] of Object.entries(exported)) {
	Object.defineProperty(exports, name, { enumerable: true, get: load });
}
