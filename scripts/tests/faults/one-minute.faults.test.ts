import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROMISES } from './checker/finding.ts';
import type { FaultReport } from './fault-run.ts';
import { PARTNER_CALLS } from './load/operation-history.ts';

// Runs `make test-faults` once: every fault that a minute has room for, with separate processes. `make test-slow` runs
// ten minutes.
const SEED = process.env.FAULTS_SEED ?? '1';
const COMMAND = resolve(import.meta.dirname, '../../test-faults');

let run: ChildProcessByStdio<null, Readable, Readable>;
let report: FaultReport;

/** Runs it and parses its report. @throws Error with stderr if there is no report */
async function readReport(): Promise<FaultReport> {
  run = spawn(COMMAND, ['--json', '--minutes', '1', '--seed', SEED], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [printed, errors] = ['', ''];
  run.stdout.on('data', (part: Buffer) => {
    printed += part.toString();
  });
  run.stderr.on('data', (part: Buffer) => {
    errors += part.toString();
  });
  await new Promise((ended) => run.once('close', ended));
  if (printed === '') throw new Error(errors);
  const read: FaultReport = JSON.parse(printed);
  return read;
}

beforeAll(async () => {
  report = await readReport();
});
afterAll(() => void run.kill('SIGTERM'));

describe('a minute of faults under load (a run of ten minutes also checks drain rates)', () => {
  it('injects every fault and makes every kind of call', () => {
    expect(report.injected.map(({ fault }) => fault).sort()).toEqual([
      'clock-stepped',
      'deliveries-repeated',
      'disk-full',
      'kafka-outage',
      'key-store-outage',
      'postgres-killed',
      'postgres-restarted',
      'processes-killed',
      'redis-outage',
    ]);
    for (const kind of PARTNER_CALLS) expect(report.acknowledged[`${kind} calls`]).toBeGreaterThan(0);
    expect(report.acknowledged.people).toBeGreaterThan(400);
    expect(report.acknowledged['webhook messages']).toBeGreaterThan(10);
  });

  it.each(PROMISES)('keeps the promise: %s', (promise) => {
    expect(report.findings.filter((finding) => finding.promise === promise)).toEqual([]);
  });
});
