import { applyStatements } from '../../../../core/conversation/outputs';
import { writeReport } from '../../../../core/conversation/report/page';
import { declareOptions } from '../../../shared/parameters';
import { outcomeRulesField, speakersField } from '../../../shared/output-fields';
import { throwNodeError } from '../../../shared/errors';
import { readOutcomeRules, readSpeakers } from '../../../shared/settings';
import type { Operation } from '../operation';
import { addHint, createFile, declareFileField, prepareItem, resultOnlyField } from '../../result';
import { readItemWithTurns, sourceFields } from '../../source';

const NO_TURNS_IN_REPORT =
	"A report has no turns, because its item has none. Add 'history' to the option 'Fields' of the trigger if it leaves them out.";

export const createReport: Operation = {
	name: 'Create Report',
	action: 'Create report',
	description: 'Write the conversation as one self-contained HTML page',
	isNoTool: true,
	fields: [
		...sourceFields,
		declareFileField('fileField', 'report'),
		outcomeRulesField,
		declareOptions([
			{
				displayName: 'Include System Turns',
				name: 'includeSystemTurns',
				type: 'boolean',
				default: false,
				description:
					"Whether to write system turns, such as the agent's instructions. Leave them out of a report for a customer.",
			},
			resultOnlyField,
			speakersField,
		]),
	],
	async execute(context, parameters) {
		const { conversation: read } = readItemWithTurns(context, parameters);
		const includeSystemTurns = parameters.flag('options.includeSystemTurns', false);
		const speakers = readSpeakers(parameters);
		const outcomeRules = readOutcomeRules(parameters);
		const conversation = applyStatements(read, { outcomeRules, speakers });
		const { id, agent_title, outcome, status, started_at, duration_seconds } = conversation;
		if ((conversation.history ?? []).length === 0) addHint(context, NO_TURNS_IN_REPORT);
		const fieldName = parameters.text('fileField') ?? throwNodeError(context, 'field-name-missing');
		const emit = prepareItem(context, parameters, id, { fields: ['report'], files: [fieldName] });
		const timeZone = context.getTimezone();
		const page = writeReport(conversation, { timeZone, includeSystemTurns, speakers });
		const file = await createFile(context, id, page, { extension: 'html', mimeType: 'text/html' });
		const report = {
			title: agent_title || 'Conversation',
			outcome,
			status,
			started_at,
			duration_seconds,
			binary_field: fieldName,
			file_name: file.fileName ?? null,
		};
		return [emit({ report }, { [fieldName]: file })];
	},
};
