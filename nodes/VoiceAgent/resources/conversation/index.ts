export { createReport } from './createReport';
export { createSample } from './createSample';
export { getTranscript } from './getTranscript';
export { parse } from './parse';
