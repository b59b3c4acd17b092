import { ICredentialsHelper } from 'n8n-workflow';
import { VoiceAgentTokenApi } from '../../../credentials/VoiceAgentTokenApi.credentials.ts';
import { resolveHeaders } from './resolve-credential.mts';
import type {
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	INodeCredentialsDetails,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

const tokenApi = new VoiceAgentTokenApi();
let created = 0;

/**
 * n8n's store of credentials, as n8n-core sees it, holding one credential. What n8n saves after a
 * refresh is found in `data`.
 */
export class StoredCredential extends ICredentialsHelper {
	/** Each credential has its own id, by which the nodes remember what they read. */
	readonly id = `credential-${++created}`;
	data: ICredentialDataDecryptedObject;
	readonly parents: string[];
	/** The values of the credential's expressions, by item. */
	ofItems: ICredentialDataDecryptedObject[] = [];

	constructor(data: ICredentialDataDecryptedObject, parents: string[] = ['oAuth2Api']) {
		super();
		this.data = data;
		this.parents = parents;
	}

	override getParentTypes(): string[] {
		return this.parents;
	}

	override async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const headers = { ...requestOptions.headers, ...resolveHeaders(tokenApi, credentials) };
		return { ...requestOptions, headers };
	}

	override async preAuthentication(): Promise<ICredentialDataDecryptedObject | undefined> {
		return undefined;
	}

	override async runPreAuthentication(): Promise<ICredentialDataDecryptedObject | undefined> {
		return undefined;
	}

	override async getCredentials(): Promise<never> {
		throw new Error('Not used: the nodes read decrypted credentials only');
	}

	override async getDecrypted(
		...read: Parameters<ICredentialsHelper['getDecrypted']>
	): Promise<ICredentialDataDecryptedObject> {
		const { itemIndex = 0 } = read[6] ?? {};
		return structuredClone({ ...this.data, ...this.ofItems[itemIndex] });
	}

	override async updateCredentials(
		_details: INodeCredentialsDetails,
		_type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		this.data = structuredClone(data);
	}

	override async updateCredentialsOauthTokenData(
		_details: INodeCredentialsDetails,
		_type: string,
		data: ICredentialDataDecryptedObject,
		_additionalData: IWorkflowExecuteAdditionalData,
	): Promise<void> {
		this.data = { ...this.data, oauthTokenData: structuredClone(data.oauthTokenData ?? {}) };
	}

	override isCredentialUsableByNode(): boolean {
		return true;
	}

	override getCredentialsProperties(): never[] {
		return [];
	}
}
