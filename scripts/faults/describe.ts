import type { FaultReport } from './fault-run.ts';
import type { Injected } from './injected.ts';

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** One line of the table: what was done, for how long, and how the vault came back. */
export function describeInjected(one: Injected): string {
  const { fault, what, isMissed, lastedMs, recoveredMs, isCalm, drain } = one;
  const back = recoveredMs === undefined ? 'NOT BACK' : `back after ${seconds(recoveredMs)}`;
  const parts = [
    `${fault.padEnd(20)} ${seconds(lastedMs).padStart(8)}   ${back}   ${isMissed ? 'NOTHING HAPPENED: ' : ''}${what}`,
  ];
  if (!isCalm) parts.push('   THE BACKLOG IS STILL THERE');
  if (drain !== undefined) {
    const { waiting, arrivedPerSecond, mostBy, shippedPerSecond } = drain;
    const times = (shippedPerSecond / arrivedPerSecond).toFixed(1);
    parts.push(
      `   ${waiting} events had gathered, most by ${mostBy}, and went at ${shippedPerSecond.toFixed(0)}/s, ${times} times as fast as they arrive (${arrivedPerSecond.toFixed(0)}/s), in ${seconds(drain.seconds * 1_000)}`,
    );
  }
  return parts.join('\n');
}

/** What was told, what failed meanwhile, and which promises were not kept. */
export function describeReport({ told, failures, findings }: FaultReport): string {
  const list = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ');
  const broken = findings.map(({ promise, what }) => `  NOT KEPT: ${promise}: ${what}\n`).join('');
  return `Told: ${list(told)}\nWithout success: ${list(failures)}\n${broken}${findings.length === 0 ? 'Every promise was kept.\n' : ''}`;
}
