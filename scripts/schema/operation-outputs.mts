import type { Conversation } from '../../core/conversation/conversation.ts';
import type { TokenVerdict } from '../../nodes/VoiceAgent/resources/identity/describe-token.ts';
import type { TrackReport } from '../../nodes/VoiceAgent/resources/recording/track-report.ts';

/** The fields that a type names, without "and any other name". */
type Named<Type> = {
	[Key in keyof Type as string extends Key ? never : Key]: Type[Key];
};

/** Claims of OpenID Connect. Only `sub` is always there; what else a server adds passes through. */
interface UserInfoClaims {
	sub: string;
	name?: string;
	given_name?: string;
	family_name?: string;
	preferred_username?: string;
	email?: string;
	email_verified?: boolean;
	locale?: string;
	[claim: string]: unknown;
}

/** The service documents no field of the user record: these are the usual ones, none is promised. */
interface UserRecord {
	id?: string;
	name?: string;
	username?: string;
	email?: string;
	[field: string]: unknown;
}

/** What a discovery document must hold to pass the node's check; anything else in it passes through. */
interface ProviderConfiguration {
	issuer: string;
	authorization_endpoint: string;
	token_endpoint: string;
	userinfo_endpoint: string;
	end_session_endpoint: string;
	jwks_uri: string;
	[field: string]: unknown;
}

/** A public key as RFC 7517 describes it; its further members depend on the kind of key. */
interface PublicKey {
	kty: string;
	kid?: string;
	use?: string;
	alg?: string;
	[member: string]: unknown;
}

type TokenOutcome = Named<TokenVerdict>;

/** The codes are many, and a preview does not have to list them. */
type TrackOutcome = {
	[Key in keyof Named<TrackReport>]: Key extends 'code' ? string | null : TrackReport[Key];
};

/**
 * What each operation of the action node emits with its parameters as they are by default: resource,
 * operation, item. The schema previews in `nodes/VoiceAgent/__schema__` are generated from it.
 */
export interface OperationOutputs {
	conversation: {
		createReport: {
			id: Conversation['id'];
			title: string;
			status: Conversation['status'];
			started_at: Conversation['started_at'];
			duration_seconds: Conversation['duration_seconds'];
		};
		getTranscript: { id: Conversation['id']; transcript: string };
		parse: Conversation;
	};
	identity: {
		getProviderConfiguration: { configuration: ProviderConfiguration; keys: PublicKey[] };
		getUserInfo: UserInfoClaims;
		signOut: { signed_out: boolean; message: string };
		verifyToken: {
			access_token: TokenOutcome;
			id_token: TokenOutcome | null;
			scope: { asked: string[]; granted: string[]; missing: string[] } | null;
		};
	};
	recording: {
		download: { id: Conversation['id']; downloaded: number; tracks: TrackOutcome[] };
	};
	user: { getCurrent: UserRecord };
	webhook: { register: { id: string; webhook_url: string } };
}
