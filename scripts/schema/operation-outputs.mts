import * as z from 'zod/v4-mini';
import { conversationSchema } from '../../core/conversation/conversation.ts';
import type { NumberComparison } from '../../core/conversation/customer-number.ts';
import type { ObjectSchema } from '../../core/conversation/declare-field.ts';
import type { FoundQuote } from '../../core/conversation/quotes.ts';
import { RECORDING_TRACKS } from '../../core/recording/links.ts';
import type { TokenVerdict } from '../../nodes/VoiceAgent/resources/identity/verifyToken.ts';
import type { TrackReport } from '../../nodes/VoiceAgent/resources/recording/track.ts';
import type { TestResult } from '../../nodes/VoiceAgent/resources/webhook/test-response.ts';

const text = z.string;
const nullableText = () => z.nullable(z.string());
const nullableNumber = () => z.nullable(z.number());
const anything = () => z.custom<unknown>();

/** The fields that a type names, without "and any other name". */
type Named<Type> = {
	[Key in keyof Type as string extends Key ? never : Key]: unknown;
};

/** An object whose other fields pass through. */
const open = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
	z.catchall(z.object(shape), anything());

/** Claims of OpenID Connect. Only `sub` is always there; what else a server adds passes through. */
const userInfoClaims = open({
	sub: text(),
	name: z.optional(text()),
	given_name: z.optional(text()),
	family_name: z.optional(text()),
	preferred_username: z.optional(text()),
	email: z.optional(text()),
	email_verified: z.optional(z.boolean()),
	locale: z.optional(text()),
});

/** The service documents no field of the user record: these are the usual ones, none is promised. */
const userRecord = open({
	id: z.optional(text()),
	name: z.optional(text()),
	username: z.optional(text()),
	email: z.optional(text()),
	refresh_token_expires_at: nullableText(),
});

/** What a discovery document must hold to pass the node's check; anything else in it passes through. */
const serverSettings = open({
	issuer: text(),
	authorization_endpoint: text(),
	token_endpoint: text(),
	userinfo_endpoint: text(),
	end_session_endpoint: text(),
	jwks_uri: text(),
});

/** A public key as RFC 7517 describes it; its further members depend on the kind of key. */
const publicKey = open({
	kty: text(),
	kid: z.optional(text()),
	use: z.optional(text()),
	alg: z.optional(text()),
});

const tokenVerdict = {
	valid: z.boolean(),
	code: nullableText(),
	message: nullableText(),
	claims: z.nullable(open({})),
	expires_at: nullableText(),
} satisfies Named<TokenVerdict>;

/** The codes are many, and a preview does not have to list them. */
const trackReport = {
	track: z.enum(RECORDING_TRACKS.toSorted()),
	status: z.enum(['downloaded', 'expired', 'failed', 'missing']),
	code: nullableText(),
	message: nullableText(),
	http_status: nullableNumber(),
	url_host: nullableText(),
	binary_field: nullableText(),
	file_name: nullableText(),
	mime_type: nullableText(),
	bytes: nullableNumber(),
} satisfies Named<TrackReport>;

const foundQuote = {
	quote: text(),
	is_found: z.nullable(z.boolean()),
	said_by: z.nullable(z.enum(['customer', 'agent'])),
	turn_index: nullableNumber(),
	offset_seconds: nullableNumber(),
} satisfies Named<FoundQuote>;

const isCustomer = z.nullable(z.boolean());

const comparison = {
	is_customer: isCustomer,
	numbers: z.array(z.object({ number: text(), is_customer: isCustomer })),
} satisfies Named<NumberComparison>;

/** The results are many, and Troubleshooting lists them. */
const testOutcome = {
	result: text(),
	explanation: text(),
	reason: nullableText(),
	http_status: nullableNumber(),
} satisfies Named<TestResult>;

const { outcome, status, started_at, duration_seconds } = conversationSchema.shape;

/**
 * What each operation of the action node emits with its parameters as they are by default, by resource
 * and operation. What adds to an item lets its other fields through. The schema previews in `nodes/VoiceAgent/__schema__` are generated from it.
 */
export const operationOutputs: Readonly<Record<string, Readonly<Record<string, ObjectSchema>>>> = {
	conversation: {
		compareNumbers: open({ comparison: z.object(comparison) }),
		createReport: open({
			report: z.object({
				title: text(),
				outcome,
				status,
				started_at,
				duration_seconds,
				binary_field: text(),
				file_name: nullableText(),
			}),
		}),
		createSample: conversationSchema,
		findQuotes: open({ found_quotes: z.array(z.object(foundQuote)) }),
		getTranscript: open({ formatted_transcript: text() }),
		parse: conversationSchema,
	},
	identity: {
		getServerSettings: z.object({
			settings: serverSettings,
			keys: z.array(publicKey),
		}),
		getUserInfo: userInfoClaims,
		refreshToken: z.object({ refreshed: z.boolean(), refresh_token_expires_at: nullableText() }),
		signOut: z.object({
			signed_out: z.boolean(),
			access_token_expires_at: nullableText(),
			message: text(),
		}),
		verifyToken: z.object({
			access_token: z.object(tokenVerdict),
			id_token: z.nullable(z.object(tokenVerdict)),
			scope: z.nullable(
				z.object({
					asked: z.array(text()),
					granted: z.array(text()),
					missing: z.array(text()),
				}),
			),
			refresh_token_expires_at: nullableText(),
		}),
	},
	recording: {
		download: open({
			recordings: z.object({ downloaded: z.number(), tracks: z.array(z.object(trackReport)) }),
		}),
	},
	user: { getCurrent: userRecord },
	webhook: {
		register: z.object({ id: text(), webhook_url: text() }),
		sendTestEvent: z.object({
			...testOutcome,
			webhook_url: text(),
			signed: z.boolean(),
			conversation_id: text(),
			test_run_id: text(),
		}),
	},
};
