import type { INodeProperties } from 'n8n-workflow';
import { optionalAuthenticationField, outputFields } from '../shared';
import { eventParameters } from './event-parameters';
import { filterParameters } from './filter-parameters';
import { optionParameters } from './option-parameters';
import { manualNotice } from './registration-options';
import { verificationParameter } from './verification-parameter';

/** What the user sets on the trigger, in the order of the screen. */
export const parameters: INodeProperties[] = [
	optionalAuthenticationField,
	...eventParameters,
	...outputFields,
	verificationParameter,
	filterParameters,
	optionParameters,
	manualNotice,
];
