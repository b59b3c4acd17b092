export { createReport } from './createReport';
export { getTranscript } from './getTranscript';
export { parse } from './parse';
