// The library ships no types. Declared here is only what the identity server uses of version 9.
declare module 'oidc-provider' {
	import type { IncomingMessage, ServerResponse } from 'node:http';
	import type Koa from 'koa';

	type Payload = Record<string, unknown>;

	interface FindOptions {
		ignoreExpiration?: boolean;
	}

	/** What the library asks of a store; one instance per model name. */
	export interface Adapter {
		upsert(id: string, payload: Payload, expiresInSeconds?: number): Promise<void>;
		find(id: string): Promise<Payload | undefined>;
		findByUid(uid: string): Promise<Payload | undefined>;
		findByUserCode(userCode: string): Promise<Payload | undefined>;
		consume(id: string): Promise<void>;
		destroy(id: string): Promise<void>;
		revokeByGrantId(grantId: string): Promise<void>;
	}

	export interface Client {
		clientId: string;
		redirectUris: string[];
		redirectUriAllowed(value: string): boolean;
	}

	interface ClientClass {
		prototype: Client;
		find(id: string): Promise<Client | undefined>;
	}

	export class ResourceServer {
		constructor(identifier: string, data: Payload);
	}

	export class BaseToken {
		constructor(properties: object);
		jti: string;
		clientId: string;
		grantId: string;
		accountId: string;
		sessionUid?: string;
		expiresWithSession?: boolean;
		scope?: string;
		authTime?: number;
		consumed?: number;
		readonly scopes: Set<string>;
		readonly expiration: number;
		readonly isExpired: boolean;
		save(): Promise<string>;
		getValueAndPayload(): Promise<{ value: string; payload: Payload }>;
	}

	export class AccessToken extends BaseToken {
		resourceServer: ResourceServer;
	}

	export class RefreshToken extends BaseToken {
		static find(value: string, options?: FindOptions): Promise<RefreshToken | undefined>;
	}

	export class Grant {
		constructor(properties: { accountId: string; clientId: string });
		static find(id: string): Promise<Grant | undefined>;
		jti: string;
		addOIDCScope(scope: string): void;
		addResourceScope(resource: string, scope: string): void;
		save(): Promise<string>;
	}

	export class Session {
		uid: string;
		accountId?: string;
		loginTs?: number;
		loginAccount(details: { accountId: string }): void;
		ensureClientContainer(clientId: string): void;
		grantIdFor(clientId: string, grantId?: string): string | undefined;
		authorizationFor(clientId: string): { grantId?: string };
		save(lifetimeSeconds: number): Promise<string>;
	}

	export class IdToken {
		constructor(claims: Payload, options: { ctx: undefined; client: Client });
		scope: string;
		mask: Payload;
		rejected: string[];
		issue(options: { use: 'idtoken' }): Promise<string>;
	}

	export interface Interaction {
		uid: string;
		params: Payload;
	}

	export interface OidcContext {
		client: Client;
		account?: { accountId: string };
		session: Session;
		params: Payload;
		provider: Provider;
		entities: { RefreshToken?: RefreshToken };
	}

	export type ProviderContext = Koa.Context & {
		oidc: OidcContext;
		state: { sessionGrant?: { clientId: string; grantId: string | undefined } };
	};

	export class Provider extends Koa {
		constructor(issuer: string, configuration: Payload);
		issuer: string;
		get Client(): ClientClass;
		get Grant(): typeof Grant;
		get Session(): typeof Session;
		get AccessToken(): typeof AccessToken;
		get RefreshToken(): typeof RefreshToken;
		get IdToken(): typeof IdToken;
		get ResourceServer(): typeof ResourceServer;
		interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
		interactionResult(
			request: IncomingMessage,
			response: ServerResponse,
			result: Payload,
			options?: { mergeWithLastSubmission?: boolean },
		): Promise<string>;
		on(event: 'access_token.issued', listener: (token: AccessToken) => void): this;
		on(
			event: 'grant.success' | 'authorization.success' | 'interaction.started',
			listener: (context: ProviderContext) => void,
		): this;
		on(event: 'server_error', listener: (context: ProviderContext, error: Error) => void): this;
	}

	export const errors: {
		InvalidScope: new (message: string, scope: string) => Error;
	};

	export namespace interactionPolicy {
		class Check {
			constructor(
				reason: string,
				description: string,
				check: (context: ProviderContext) => boolean,
			);
		}
		interface Prompt {
			checks: { add(check: Check, index?: number): void; clear(): void };
		}
		interface Policy {
			get(name: string): Prompt | undefined;
		}
		function base(): Policy;
	}
}
