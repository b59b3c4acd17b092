import type { Operation } from '../run-scenario.mts';
import { describeFailure, execute } from '../stage.mts';
import type { Stage } from '../stage.mts';

const recordingBytes = 2_000_000;

async function run(stage: Stage): Promise<string> {
	const data = stage.sandbox.createRecord({ seed: 1, withRecording: true, recordingBytes });
	const limit = stage.timeLimitMs;
	const options = limit === undefined ? {} : { timeLimit: limit / 1000 };
	try {
		const [item] = await execute(
			stage,
			{ resource: 'recording', operation: 'download', options },
			{ json: JSON.parse(JSON.stringify(data)) },
		);
		expect(Object(item?.json.recordings).tracks).toMatchObject([{ bytes: recordingBytes }]);
		return 'ok';
	} catch (error) {
		return describeFailure(error);
	}
}

export const download: Operation = { run };
