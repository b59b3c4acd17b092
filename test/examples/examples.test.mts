import { checkAgentTestReport } from './scenarios/agent-test-report.mts';
import { checkAiCallQuestions } from './scenarios/ai-call-questions.mts';
import { checkArchive } from './scenarios/archive-recording-and-subtitles.mts';
import { checkAskBeforeWriting } from './scenarios/ask-before-writing.mts';
import { checkCallByEmail } from './scenarios/call-by-email.mts';
import { checkCallLog } from './scenarios/call-log-data-table.mts';
import { checkGoogleSheets } from './scenarios/call-log-google-sheets.mts';
import { checkHubspot } from './scenarios/crm-hubspot.mts';
import { checkPipedrive } from './scenarios/crm-pipedrive.mts';
import { checkCrmSync } from './scenarios/crm-sync-postgres.mts';
import { checkErrorWorkflow } from './scenarios/error-workflow.mts';
import { checkFields } from './scenarios/fields-from-every-call.mts';
import { checkFirstConversation } from './scenarios/first-conversation.mts';
import { checkKeepConnected } from './scenarios/keep-connected.mts';
import { checkNoCalls } from './scenarios/no-calls-any-more.mts';
import { checkPostCallAlert } from './scenarios/post-call-alert.mts';
import { checkTextBack } from './scenarios/text-back-missed-call.mts';
import { checkMigrationReport } from './migration-report.mts';
import { checkStraightLine } from './straight-line.mts';
import { startHost, type ExamplesHost } from './start-host.mts';

jest.setTimeout(120_000);

// Every example in one real n8n, one after the other: each is imported as the editor does, set up as
// its notes say, published, and judged by what arrives where it sends things.
let running: ExamplesHost | undefined;
const host = () => {
	if (running === undefined) throw new Error('n8n does not run.');
	return running;
};

beforeAll(async () => {
	running = await startHost();
}, 240_000);

afterAll(() => running?.close());

describe('first-conversation', () => checkFirstConversation(host));
describe('crm-sync-postgres', () => checkCrmSync(host));
describe('crm-pipedrive', () => checkPipedrive(host));
describe('crm-hubspot', () => checkHubspot(host));
describe('call-log-google-sheets', () => checkGoogleSheets(host));
describe('ask-before-writing', () => checkAskBeforeWriting(host));
describe('post-call-alert', () => checkPostCallAlert(host));
describe('call-log-data-table', () => checkCallLog(host));
describe('archive-recording-and-subtitles', () => checkArchive(host));
describe('agent-test-report', () => checkAgentTestReport(host));
describe('text-back-missed-call', () => checkTextBack(host));
describe('fields-from-every-call', () => checkFields(host));
describe('call-by-email', () => checkCallByEmail(host));
describe('no-calls-any-more', () => checkNoCalls(host));
describe('ai-call-questions', () => checkAiCallQuestions(host));
describe('keep-connected', () => checkKeepConnected(host));
describe('error-workflow', () => checkErrorWorkflow(host));
describe('the straight line', () => checkStraightLine(host));
describe('the migration to n8n 3.0', () => checkMigrationReport(host));

test('every vendor took what it was sent, and no other host was called by https', () => {
	expect(host().vendors.problems).toEqual([]);
});

test('nobody called the documentation-only event endpoint', () => {
	expect(host().sandbox.trappedCalls).toEqual([]);
});
