import { writeTable } from '../../scripts/write-table.mts';
import { describeMiddle, quantile } from '../measure.mts';
import type { MeasuredGroup } from './measure-engine.mts';
import { subjectNames, type Subject } from './subjects.mts';

/** A Markdown table: executions a second, latencies, and ratios to the other subjects. */
export function writeDeliveryTable(groups: MeasuredGroup[]): string {
	const hasOther = groups.some(({ rounds }) => rounds.has('beside'));
	const head = [
		'engine',
		'executions',
		'connections',
		'workflow begins with',
		'ended/s',
		'÷ Webhook and Code node (middle half)',
		'÷ Webhook node (middle half)',
		'÷ bare (middle half)',
		...(hasOther ? ['÷ other clone (middle half)'] : []),
		'response p50 ms',
		'p99 ms',
		'p99 ÷ bare',
		'failed',
	];
	return writeTable(head, groups.flatMap(writeRows));
}

function writeRows({ engine, saved, connections, rounds }: MeasuredGroup): string[][] {
	const of = (subject: Subject) => rounds.get(subject) ?? [];
	const rates = (subject: Subject) => of(subject).map(({ perSecond }) => perSecond);
	const latency = (subject: Subject, share: number) =>
		quantile(
			of(subject).flatMap(({ latencies }) => latencies),
			share,
		);
	// Round by round: what else the machine did meanwhile met both alike.
	const compare = (subject: Subject, yardstick: Subject) => {
		const others = rates(yardstick);
		const ratios = rates(subject).map((rate, round) => rate / (others[round] ?? Number.NaN));
		return subject === yardstick ? '' : describeMiddle(ratios);
	};
	return [...rounds.keys()].map((subject) => [
		engine,
		saved ? 'saved' : 'not saved',
		String(connections),
		subjectNames[subject],
		quantile(rates(subject)).toFixed(1),
		compare(subject, 'webhook-code'),
		compare(subject, 'webhook-node'),
		compare(subject, 'bare-trigger'),
		...(rounds.has('beside') ? [compare(subject, 'beside')] : []),
		latency(subject, 0.5).toFixed(1),
		latency(subject, 0.99).toFixed(1),
		(latency(subject, 0.99) / latency('bare-trigger', 0.99)).toFixed(2),
		String(of(subject).reduce((sum, { failed }) => sum + failed, 0)),
	]);
}
