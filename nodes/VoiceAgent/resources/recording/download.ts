import type { INodeExecutionData } from 'n8n-workflow';
import type { Operation } from '../operation';
import { readFieldName } from '../conversation/read-field-name';
import { downloadFields } from './download-fields';
import { downloadTrack } from './download-track';
import { readApiBaseUrl, readDownloadOptions } from './read-download-options';
import { readLinks } from './read-links';
import { refuseFailure, refuseMissing } from './refuse-outcome';
import { reportTrack } from './track-report';
import type { TrackReport } from './track-report';

/** Downloads the recordings of a conversation (part 2.5) into binary fields, one track after the other. */
export const download: Operation = {
	fields: downloadFields,
	async execute(context, itemIndex) {
		const { conversationId, links } = readLinks(context, itemIndex);
		const binaryPrefix = readFieldName(context, itemIndex, 'binaryField');
		const { onMissing, ...limits } = readDownloadOptions(context, itemIndex);
		refuseMissing(context, itemIndex, links, onMissing);
		const apiBaseUrl = await readApiBaseUrl(context);
		const settings = { conversationId, apiBaseUrl, ...limits };
		const tracks: TrackReport[] = [];
		const binary: INodeExecutionData['binary'] = { ...context.getInputData()[itemIndex]?.binary };
		for (const link of links) {
			const outcome = await downloadTrack(context, link, binaryPrefix, settings);
			tracks.push(reportTrack(link, outcome));
			if (outcome.success) binary[outcome.binaryField] = outcome.binary;
		}
		refuseFailure(context, itemIndex, tracks, onMissing);
		const downloaded = tracks.filter(({ status }) => status === 'downloaded').length;
		return [{ json: { id: conversationId, downloaded, tracks }, binary }];
	},
};
