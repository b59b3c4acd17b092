import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares without telling by its duration where the texts differ. */
export function isSameSecret(one: string, other: string): boolean {
	return timingSafeEqual(digest(one), digest(other));
}
