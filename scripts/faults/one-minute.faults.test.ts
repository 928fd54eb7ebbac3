import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROMISES } from './checker/finding.ts';
import type { FaultReport } from './fault-run.ts';
import { PARTNER_CALLS } from './load/told.ts';

// `make test-faults` as it is called, once: every fault with the processes apart. `make test-slow` takes ten minutes.
const SEED = process.env.FAULTS_SEED ?? '1';
const COMMAND = resolve(import.meta.dirname, '../test-faults');

let run: ChildProcessByStdio<null, Readable, Readable>;
let report: FaultReport;

/** What it prints at its end. @throws Error with what it said instead */
async function readReport(): Promise<FaultReport> {
  run = spawn(COMMAND, ['--json', '--minutes', '1', '--seed', SEED], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [printed, said] = ['', ''];
  run.stdout.on('data', (part: Buffer) => {
    printed += part.toString();
  });
  run.stderr.on('data', (part: Buffer) => {
    said += part.toString();
  });
  await new Promise((ended) => run.once('close', ended));
  if (printed === '') throw new Error(said);
  const read: FaultReport = JSON.parse(printed);
  return read;
}

beforeAll(async () => {
  report = await readReport();
});
afterAll(() => void run.kill('SIGTERM'));

describe('a minute of faults under load (ten judge how fast a backlog drains)', () => {
  it('has every fault in it, and work under each', () => {
    expect(report.injected.map(({ fault }) => fault).sort()).toEqual([
      'clock-stepped',
      'deliveries-repeated',
      'disk-full',
      'kafka-away',
      'key-store-away',
      'postgres-killed',
      'postgres-restarted',
      'processes-killed',
      'redis-away',
    ]);
    for (const kind of PARTNER_CALLS) expect(report.told[`${kind} calls`]).toBeGreaterThan(0);
    expect(report.told.people).toBeGreaterThan(400);
    expect(report.told['webhook messages']).toBeGreaterThan(10);
  });

  it.each(PROMISES)('ends, and: %s', (promise) => {
    expect(report.findings.filter((finding) => finding.promise === promise)).toEqual([]);
  });
});
