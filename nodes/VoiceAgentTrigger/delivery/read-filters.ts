import type { IDataObject } from 'n8n-workflow';
import type { ConversationFilters } from '../../../core';
import { readList } from '../../shared/parameters/read-list';

function readNumber(value: unknown): number | undefined {
	const number = Number(value);
	return value !== undefined && value !== '' && Number.isFinite(number) ? number : undefined;
}

function readText(value: unknown): string | undefined {
	return value === undefined || value === null ? undefined : String(value);
}

function readAgentTests(value: unknown): ConversationFilters['agentTests'] {
	return value === 'only' || value === 'without' ? value : 'all';
}

/** The collection Filters of the trigger, as core reads it. */
export function readFilters(filters: IDataObject): ConversationFilters {
	return {
		agents: readList(filters.agents),
		campaigns: readList(filters.campaigns),
		statuses: readList(filters.statuses),
		languages: readList(filters.languages),
		telephonyProviders: readList(filters.telephonyProviders),
		fromNumbers: readList(filters.fromNumbers),
		toNumbers: readList(filters.toNumbers),
		minimumDurationSeconds: readNumber(filters.minimumDuration),
		maximumDurationSeconds: readNumber(filters.maximumDuration),
		agentTests: readAgentTests(filters.agentTests),
		onlyFailed: filters.onlyFailed === true,
		onlyWithRecording: filters.onlyWithRecording === true,
		transcriptContains: readText(filters.transcriptContains),
	};
}
