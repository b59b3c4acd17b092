import type { INodeProperties } from 'n8n-workflow';
import { optionalAuthenticationField, outputFields } from '../shared';
import { eventParameters } from './event-parameters';
import { filterParameters } from './filter-parameters';
import { optionParameters } from './option-parameters';
import { registrationParameters } from './registration-parameters';
import { verificationParameter } from './verification-parameter';

/** What the user sets on the trigger, in the order of the screen. */
export const parameters: INodeProperties[] = [
	optionalAuthenticationField,
	...eventParameters,
	...outputFields,
	...registrationParameters,
	verificationParameter,
	filterParameters,
	optionParameters,
];
