import { NodeHelpers } from 'n8n-workflow';
import type { INodeParameters } from 'n8n-workflow';
import { resources } from '../../../nodes/VoiceAgent/operations.ts';
import { VoiceAgent } from '../../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { createHost } from '../host/host.mts';

const { description } = new VoiceAgent();

/** What the editor shows of the node's credentials for these parameters. */
function listShown(parameters: INodeParameters) {
	const { node } = createHost({ type: 'voiceAgent', parameters });
	const isShown = (part: Parameters<typeof NodeHelpers.displayParameter>[1]) =>
		NodeHelpers.displayParameter(node.parameters, part, node, description);
	return {
		credentials: (description.credentials ?? []).filter(isShown).map(({ name }) => name),
		hasAuthentication: description.properties.some(
			(property) => property.name === 'authentication' && isShown(property),
		),
	};
}

test.each(Object.keys(resources.conversation?.operations ?? {}))(
	'%s shows no credential',
	(operation) => {
		for (const authentication of ['oAuth2', 'accessToken']) {
			const parameters = { resource: 'conversation', operation, authentication };
			expect(listShown(parameters)).toEqual({ credentials: [], hasAuthentication: false });
		}
	},
);

test.each(Object.keys(resources).filter((resource) => resource !== 'conversation'))(
	'%s shows the credential that is selected',
	(resource) => {
		expect(listShown({ resource })).toEqual({
			credentials: ['voiceAgentOAuth2Api'],
			hasAuthentication: true,
		});
		expect(listShown({ resource, authentication: 'accessToken' })).toEqual({
			credentials: ['voiceAgentTokenApi'],
			hasAuthentication: true,
		});
	},
);
