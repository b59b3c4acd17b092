// The action node's calls to the identity server, and what is expected of them fault by fault.
import { asksForAnotherTry, hidesKeys } from './faults.mts';
import {
	getServerSettings,
	getUserInfo,
	refreshToken,
	signOut,
	verifyTokenAgain,
	verifyTokenFirst,
} from './operations/execute-operations.mts';
import { mayRefresh, ofRead, ofReadWithToken, waitsOfRefresh } from './rules-of-calls.mts';
import { endingIn } from './rules.mts';
import type { Rule, Section } from './rules.mts';

export const sectionsOfIdentity: Section[] = [
	{
		title: 'Identity: Get User Info, at the userinfo endpoint',
		operation: getUserInfo,
		target: 'userinfo',
		rules: [
			...ofReadWithToken('{identityCode}', 'userinfo'),
			{
				faults: ['status 403'],
				during: 'user-info-rejected 403 | userinfo 1',
				afterwards: 'ok | userinfo 1',
			},
		],
	},
	{
		title: 'Identity: Get Server Settings, at the discovery document',
		operation: getServerSettings,
		target: 'discovery',
		rules: ofRead(
			'{identityCode}',
			(tries) => `discovery ${tries}, certs 1`,
			(tries) => `discovery ${tries}`,
		),
	},
	{
		title: 'Identity: Get Server Settings, at the keys',
		operation: getServerSettings,
		target: 'certs',
		rules: [
			...ofRead('{identityCode}', (tries) => `discovery 1, certs ${tries}`),
			{
				// The whole server is away, and the discovery document comes first.
				faults: ['away'],
				during: [
					'ok | discovery 2, certs 1 | waits {wait}',
					'{identityCode} | discovery 3 | waits {waits}',
				],
				afterwards: 'ok | discovery 1, certs 1',
			},
		],
	},
	{
		title: 'Identity: Verify Token, the first time, at the keys',
		operation: verifyTokenFirst,
		target: 'certs',
		// What was found about a token is data, and no failure.
		rules: [
			{
				faults: hidesKeys,
				during: 'valid: false, keys-unavailable | certs 1',
				afterwards: 'ok | certs 1',
			},
			{
				faults: ['broken JSON'],
				during: 'valid: false, key-set-invalid | certs 1',
				afterwards: 'ok | certs 1',
			},
			{
				faults: ['delay within the time limit'],
				during: 'ok | certs 1',
				afterwards: 'ok | nothing sent',
			},
			{
				faults: ['key rotation'],
				during: 'valid: false, key-unknown | certs 1',
				afterwards: 'valid: false, key-unknown | certs 1',
			},
		],
	},
	{
		title: 'Identity: Verify Token, a minute after another call, at the keys',
		operation: verifyTokenAgain,
		target: 'certs',
		rules: [
			{
				// The keys are remembered.
				faults: [...hidesKeys, 'delay within the time limit', 'key rotation'],
				during: 'ok | nothing sent',
				afterwards: 'ok | nothing sent',
			},
		],
	},
	{
		title: 'Identity: Refresh Token, at the token endpoint',
		operation: refreshToken,
		target: 'token',
		// n8n is asked to refresh, whether or not the access token still works.
		rules: [
			...endingIn('ok | token 1', [
				{ faults: ['status 403'], during: 'refresh-rejected 403 | token 1' },
				{ faults: mayRefresh, during: '{identityCode} | token 1' },
				{ faults: ['broken JSON'], during: '{identityCode} 200 | token 1' },
				{ faults: ['delay within the time limit'], during: 'ok | token 1' },
			]),
			...waitsOfRefresh.map(
				([fault, wait]): Rule => ({
					faults: [fault],
					during: [`ok | token 2 | waits ${wait}`, `{identityCode} | token 2 | waits ${wait}`],
					afterwards: 'ok | token 1',
				}),
			),
			{
				faults: ['dropped connection after effect'],
				during: '{identityCode} | token 1',
				afterwards: 'credential-reconnect-needed 401 | token 1',
			},
		],
	},
	{
		title: 'Identity: Sign Out, at the logout endpoint',
		operation: signOut,
		target: 'logout',
		// Signing out ends the refresh token, so what succeeded once says the second time that it is over. A delay
		// beyond the time limit is played after the effect: before it, the effect may come at any moment after the fault.
		rules: [
			{
				faults: [
					'status 403',
					'status 500',
					'status 502',
					'status 503',
					'status 503, Retry-After 60',
					'dropped connection',
					'away',
				],
				during: '{identityCode} | logout 1',
				afterwards: 'ok | logout 1',
			},
			{
				faults: asksForAnotherTry,
				during: ['ok | logout 2 | waits {wait}', '{identityCode} | logout 3 | waits {waits}'],
				afterwards: ['credential-reconnect-needed 400 | logout 1', 'ok | logout 1'],
			},
			{
				faults: ['delay within the time limit'],
				during: 'ok | logout 1',
				afterwards: 'credential-reconnect-needed 400 | logout 1',
			},
			{
				faults: ['delay beyond the time limit, after effect'],
				during: '{identityCode} | logout 1',
				afterwards: 'credential-reconnect-needed 400 | logout 1',
			},
			{
				// The answer's body is not read, and the fault came in place of the effect.
				faults: ['broken JSON'],
				during: 'ok | logout 1',
				afterwards: 'ok | logout 1',
			},
		],
	},
];
