import { findQuotes as findInTurns, SAID_BY } from '../../../../core/conversation/quotes';
import { speakersField } from '../../../shared/output-fields';
import { declareChoices, declareOptions, declareTexts } from '../../../shared/parameters';
import { readSpeakers } from '../../../shared/settings';
import { prepareItem, resultOnlyField } from '../../result';
import { readSpokenItem, sourceFieldsWithTool } from '../../source';
import type { Operation } from '../operation';

export const findQuotes: Operation = {
	name: 'Find Quotes',
	action: 'Find quotes',
	description:
		'Check whether and by whom quotes were said. Each needs four words, or eight letters without spaces.',
	fields: [
		...sourceFieldsWithTool,
		declareTexts('quotes', 'Quotes', 'Would Monday at ten suit you?', 'Sentences to look for'),
		{
			displayName: 'Said By',
			name: 'saidBy',
			type: 'options',
			options: declareChoices({
				agent: ['Agent', 'Only in what the agent said'],
				anyone: ['Anyone', 'In what anybody said'],
				customer: ['Customer', 'Only in what the other side said'],
			}),
			default: 'anyone',
			description: 'Whose words to look in',
		},
		declareOptions([resultOnlyField, speakersField]),
	],
	async execute(context, parameters) {
		const quotes = parameters.texts('quotes');
		const saidBy = parameters.choice('saidBy', SAID_BY, 'anyone');
		const { conversation, isRestored } = readSpokenItem(context, parameters);
		const emit = prepareItem(context, parameters, conversation.id, { fields: ['found_quotes'] });
		const found = findInTurns(conversation, quotes, saidBy, readSpeakers(parameters));
		// A line of `transcript` does not tell its place in the history.
		const shown = isRestored ? found.map((quote) => ({ ...quote, turn_index: null })) : found;
		return [emit({ found_quotes: shown })];
	},
};
