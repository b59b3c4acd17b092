import { NodeHelpers, Workflow } from 'n8n-workflow';
import type {
	GenericValue,
	ICredentialDataDecryptedObject,
	ICredentialType,
	INode,
	INodeParameters,
	IWorkflowDataProxyAdditionalKeys,
	NodeParameterValueType,
} from 'n8n-workflow';

const notUsed = () => {
	throw new Error('Not used: only expressions are resolved');
};

/** Expressions over a credential, in n8n's own evaluator and without a node around them. */
function resolve(
	value: INodeParameters,
	self: INodeParameters,
	keys: IWorkflowDataProxyAdditionalKeys,
): NodeParameterValueType {
	const workflow = new Workflow({
		nodes: [],
		connections: {},
		active: false,
		nodeTypes: { getByName: notUsed, getByNameAndVersion: notUsed, getKnownTypes: () => ({}) },
	});
	const node: INode = {
		id: 'credential',
		name: 'Credential',
		type: 'none',
		typeVersion: 1,
		position: [0, 0],
		parameters: self,
	};
	return workflow.expression.getComplexParameterValue(
		node,
		value,
		'internal',
		keys,
		undefined,
		undefined,
		{ ...self },
	);
}

/** What n8n makes of a saved credential when it decrypts: defaults are filled in, hidden fields dropped. */
export function decryptCredential(
	{ properties }: ICredentialType,
	saved: ICredentialDataDecryptedObject | INodeParameters,
): INodeParameters {
	const parameters = saved as INodeParameters;
	return NodeHelpers.getNodeParameters(properties, parameters, true, false, null, null) ?? {};
}

/** The same with its expressions resolved. */
export function resolveCredential(
	type: ICredentialType,
	fields: INodeParameters,
): ICredentialDataDecryptedObject {
	const data = decryptCredential(type, fields);
	return { ...Object(resolve(data, data, {})) };
}

/** The headers that a credential's declared `authenticate` adds to a request. */
export function resolveHeaders(
	{ name, authenticate }: ICredentialType,
	credentials: ICredentialDataDecryptedObject,
): Record<string, GenericValue> {
	if (authenticate === undefined || typeof authenticate === 'function') {
		throw new Error(`${name} declares no generic authentication`);
	}
	const headers = { ...authenticate.properties.headers };
	return { ...Object(resolve({ ...Object(headers) }, {}, { $credentials: credentials })) };
}

/** The request by which a credential's declared test asks whether it works. */
export function resolveDeclaredTest(
	{ name, test: declared }: ICredentialType,
	credentials: ICredentialDataDecryptedObject,
): Record<string, GenericValue> {
	if (declared === undefined) throw new Error(`${name} declares no test`);
	const request = { ...Object(declared.request) };
	return { ...Object(resolve(request, {}, { $credentials: credentials })) };
}
