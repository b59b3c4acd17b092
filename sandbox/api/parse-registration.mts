import type { RegistrationRules } from '../events/event-types.mts';
import { Problem } from './respond-with-problem.mts';

/** Reads the body of POST /api/Webhooks. Throws a 400 problem that names the field. */
export function parseRegistration(
	text: string,
	rules: RegistrationRules,
): { url: string; body: Record<string, unknown> } {
	const body = parseObject(text);
	for (const field of new Set([rules.urlField, ...rules.requiredFields])) {
		const value = body[field];
		if (value === undefined || value === null || value === '') {
			throw new Problem(400, `The field ${field} is required.`);
		}
	}
	const url = body[rules.urlField];
	if (typeof url !== 'string' || !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
		throw new Problem(400, `The field ${rules.urlField} must be an http or https URL.`);
	}
	return { url, body };
}

function parseObject(text: string): Record<string, unknown> {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw new Problem(400, 'The body is not JSON.');
	}
	if (!isObject(value)) throw new Problem(400, 'The body must be a JSON object.');
	return value;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
