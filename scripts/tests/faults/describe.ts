import type { FaultReport } from './fault-run.ts';
import type { InjectionResult } from './injection-result.ts';

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** One line of the table: the fault, its duration, and how the vault recovered. */
export function describeInjection(one: InjectionResult): string {
  const { fault, what, isMissed, lastedMs, recoveredMs, isDrained, drain } = one;
  const back = recoveredMs === undefined ? 'NOT RECOVERED' : `recovered after ${seconds(recoveredMs)}`;
  const parts = [
    `${fault.padEnd(20)} ${seconds(lastedMs).padStart(8)}   ${back}   ${isMissed ? 'WITHOUT EFFECT: ' : ''}${what}`,
  ];
  if (!isDrained) parts.push('   THE BACKLOG DID NOT DRAIN');
  if (drain !== undefined) {
    const { waiting, arrivedPerSecond, mainProducer, shippedPerSecond } = drain;
    const times = (shippedPerSecond / arrivedPerSecond).toFixed(1);
    parts.push(
      `   backlog of ${waiting} events, most from ${mainProducer}, drained at ${shippedPerSecond.toFixed(0)}/s, ` +
        `${times} times the arrival rate (${arrivedPerSecond.toFixed(0)}/s), in ${seconds(drain.seconds * 1_000)}`,
    );
  }
  return parts.join('\n');
}

/** Acknowledged calls, failed calls, and broken promises. */
export function describeReport({ acknowledged, failures, findings }: FaultReport): string {
  const list = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ');
  const broken = findings.map(({ promise, what }) => `  NOT KEPT: ${promise}: ${what}\n`).join('');
  const verdict = findings.length === 0 ? 'Every promise was kept.\n' : broken;
  return `Acknowledged: ${list(acknowledged)}\nFailed: ${list(failures)}\n${verdict}`;
}
