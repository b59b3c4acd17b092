'use strict';
// The built package, usable from plain Node; index.d.ts describes it. An `import` of an ES module reads every
// export at once, so each export loads its bundle only when a program uses it.

exports.parseDelivery = (...given) => require('./dist/core/index.js').parseDelivery(...given);
exports.VoiceAgent = deferClass('VoiceAgent', 'nodes/VoiceAgent/VoiceAgent.node.js');
exports.VoiceAgentTrigger = deferClass(
	'VoiceAgentTrigger',
	'nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.js',
);
exports.VoiceAgentOAuth2Api = deferClass(
	'VoiceAgentOAuth2Api',
	'credentials/VoiceAgentOAuth2Api.credentials.js',
);
exports.VoiceAgentTokenApi = deferClass(
	'VoiceAgentTokenApi',
	'credentials/VoiceAgentTokenApi.credentials.js',
);

/** A class in whose place `new` makes an instance of the class in a file of `dist`. */
function deferClass(name, file) {
	const load = () => {
		try {
			return require(`./dist/${file}`)[name];
		} catch (cause) {
			const isMissing = cause.code === 'MODULE_NOT_FOUND' && /'n8n-workflow'/.test(cause.message);
			if (!isMissing) throw cause;
			throw new Error(
				`${name} needs the package n8n-workflow: install n8n-workflow beside n8n-nodes-voice-agent. parseDelivery works without n8n-workflow.`,
				{ cause },
			);
		}
	};
	return class {
		static [Symbol.hasInstance](value) {
			return value instanceof load();
		}

		constructor() {
			return new (load())();
		}
	};
}
