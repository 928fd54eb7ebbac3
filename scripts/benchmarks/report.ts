import type { Measured } from './load.ts';

export const number = (value: number, digits = 0) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

export function print(what: string, text: string): void {
  process.stdout.write(`${what.padEnd(38)} ${text}\n`);
}

/** One workload as a line: rate, latencies, and beside it what else is to be said. */
export function printMeasured(what: string, { perSecond, p50, p99, failed }: Measured, more = ''): void {
  const latency = `p50 ${number(p50, 2).padStart(8)} ms   p99 ${number(p99, 2).padStart(8)} ms`;
  const rest = `${more === '' ? '' : `   ${more}`}${failed > 0 ? `   ${failed} FAILED` : ''}`;
  print(what, `${number(perSecond).padStart(9)}/s   ${latency}${rest}`);
}

export const loopText = ({ p99, max }: { p99: number; max: number }) =>
  `event loop late by p99 ${number(p99)} ms, at most ${number(max)} ms`;
