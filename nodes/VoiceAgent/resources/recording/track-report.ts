import type { IDataObject } from 'n8n-workflow';
import type { RecordingLink, RecordingTrack } from '../../../../core/recording';
import { errorCatalog, type ErrorCode } from '../../../shared/error-catalog';

/** Why a recording was not downloaded. */
export type RecordingFailure = {
	success: false;
	code: ErrorCode;
	/** Host of the address at fault: never the whole address, whose query opens the recording. */
	urlHost: string | null;
	httpStatus?: number;
};

/** A recording that is stored. */
export type StoredRecording = {
	success: true;
	urlHost: string;
	binaryField: string;
	fileName: string;
	mimeType: string;
	bytes: number;
};

/** One track in the output. Every key is always there. */
export type TrackReport = {
	track: RecordingTrack;
	status: 'downloaded' | 'missing' | 'expired' | 'failed';
	/** One of the codes in docs/errors.md; `null` if it was downloaded. */
	code: ErrorCode | null;
	message: string | null;
	/** Of the storage's rejection. */
	http_status: number | null;
	url_host: string | null;
	/** Name of the binary field that holds the file. */
	binary_field: string | null;
	file_name: string | null;
	mime_type: string | null;
	bytes: number | null;
} & IDataObject;

export function reportTrack(
	{ track }: RecordingLink,
	outcome: StoredRecording | RecordingFailure,
): TrackReport {
	const nothing = {
		code: null,
		message: null,
		http_status: null,
		url_host: outcome.urlHost,
		binary_field: null,
		file_name: null,
		mime_type: null,
		bytes: null,
	};
	if (!outcome.success) {
		return {
			...nothing,
			track,
			status: findStatus(outcome.code),
			code: outcome.code,
			message: errorCatalog[outcome.code].message,
			http_status: outcome.httpStatus ?? null,
		};
	}
	return {
		...nothing,
		track,
		status: 'downloaded',
		binary_field: outcome.binaryField,
		file_name: outcome.fileName,
		mime_type: outcome.mimeType,
		bytes: outcome.bytes,
	};
}

function findStatus(code: ErrorCode): TrackReport['status'] {
	if (code === 'recording-missing') return 'missing';
	return code === 'recording-expired' ? 'expired' : 'failed';
}
