import type { IExecuteFunctions } from 'n8n-workflow';
import type { OnMissing, RecordingLink } from '../../../../core';
import { type ErrorCode, throwNodeError } from '../../../shared';
import type { TrackReport } from './track-report';

/** Throws, before anything is downloaded, if a track is missing that must not be. */
export function requireTracks(
	context: IExecuteFunctions,
	itemIndex: number,
	links: RecordingLink[],
	onMissing: OnMissing,
): void {
	const missing = links.filter(isMissing);
	if (onMissing !== 'fail' || missing.length === 0) return;
	throwNodeError(context, 'recording-missing', {
		itemIndex,
		detail: `Tracks: ${missing.map(({ track }) => track).join(', ')}`,
	});
}

/** Throws if nothing was downloaded, unless nothing was there and the user takes that. */
export function requireDownload(
	context: IExecuteFunctions,
	itemIndex: number,
	reports: TrackReport[],
	onMissing: OnMissing,
): void {
	if (reports.some(({ status }) => status === 'downloaded')) return;
	const areAllMissing = reports.every(({ status }) => status === 'missing');
	if (areAllMissing && onMissing === 'continueWithoutAny') return;
	throwNodeError(context, chooseCode(reports), {
		itemIndex,
		httpStatus: reports.length === 1 ? (reports[0]?.http_status ?? undefined) : undefined,
		detail: reports.map(describeReport).join('; '),
	});
}

function isMissing({ url }: RecordingLink): boolean {
	return url === null;
}

function chooseCode(reports: TrackReport[]): ErrorCode {
	const [first, ...others] = reports.flatMap(({ code }) => code ?? []);
	return first !== undefined && others.every((code) => code === first)
		? first
		: 'recordings-not-downloaded';
}

function describeReport({ track, code, url_host, http_status }: TrackReport): string {
	const facts = [code, url_host, http_status === null ? null : `status ${http_status}`];
	return `${track}: ${facts.filter(Boolean).join(', ')}`;
}
