import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';

const line = z.object({ round: z.number().int(), times: z.record(z.string(), z.number()) });

/** Times of several kinds of call per round, in ms; a line of JSON per round. */
export interface KeptTimes {
  readonly rounds: number;
  of(way: string): readonly number[];
  add(times: Readonly<Record<string, number>>): Promise<void>;
}

/**
 * Reads earlier rounds of the file, so that a measurement can be split over several runs. Without a file, nothing is
 * saved.
 */
export async function keptTimes(file: string | undefined): Promise<KeptTimes> {
  const text = file === undefined ? '' : await readFile(file, 'utf8').catch(ofNone);
  // Ignores an incomplete last line.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (file !== undefined && whole !== text) await writeFile(file, whole);
  const lines = whole.split('\n').slice(0, -1);
  const all = lines.map((each) => line.parse(JSON.parse(each)).times);
  return {
    get rounds() {
      return all.length;
    },
    of: (way) => all.flatMap((times) => times[way] ?? []),
    async add(times) {
      all.push({ ...times });
      if (file !== undefined) await appendFile(file, `${JSON.stringify({ round: all.length, times })}\n`);
    },
  };
}

function ofNone(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}

export interface Comparison {
  /** Difference of the means, in the unit of the samples. */
  readonly difference: number;
  /** Half the width of its 95 % interval. */
  readonly margin: number;
  /** Welch's t: the difference in standard errors. */
  readonly t: number;
}

/** Whether two samples may have one mean, without assuming one variance (Welch 1947); for hundreds of values each. */
export function welch(a: readonly number[], b: readonly number[]): Comparison {
  const [one, other] = [moments(a), moments(b)];
  const error = Math.sqrt(one.variance / a.length + other.variance / b.length);
  const difference = one.mean - other.mean;
  return { difference, margin: 1.96 * error, t: error === 0 ? 0 : difference / error };
}

function moments(values: readonly number[]): { readonly mean: number; readonly variance: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: squares / (values.length - 1) };
}
