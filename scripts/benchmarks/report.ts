import type { Measured, Warmed } from './load.ts';
import type { Probed } from './with-probe.ts';

export const number = (value: number, digits = 0) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

export function print(what: string, text: string): void {
  process.stdout.write(`${what.padEnd(38)} ${text}\n`);
}

/** Prints a workload: rate, latencies and further text. */
export function printMeasured(what: string, { perSecond, p50, p99, failed }: Measured, more = ''): void {
  const latency = `p50 ${number(p50, 2).padStart(8)} ms   p99 ${number(p99, 2).padStart(8)} ms`;
  const rest = `${more === '' ? '' : `   ${more}`}${failed > 0 ? `   ${failed} FAILED` : ''}`;
  print(what, `${number(perSecond).padStart(9)}/s   ${latency}${rest}`);
}

/** Prints the rate of the warm-up. */
export function printWarmUp({ perSecondBefore }: Pick<Warmed, 'perSecondBefore'>): void {
  print('   during the warm-up', `${number(perSecondBefore).padStart(9)}/s`);
}

/** Prints the latency of small requests meanwhile, and the largest event-loop delay. */
export function printProbe({ probe, loop }: Pick<Probed<unknown>, 'probe' | 'loop'>): void {
  print(
    '   a small request meanwhile',
    `p50 ${number(probe.p50)} ms, p99 ${number(probe.p99)} ms; event-loop delay of ${loop.process} p99 ${number(loop.p99)} ms, max ${number(loop.max)} ms`,
  );
}
