import { type ExecFileException, execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@pii-vault/contract/client';
import { routes } from '@pii-vault/contract/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startVaultProcess, type VaultProcess } from '../running-vault/vault-process.ts';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../../..');
/** 25 requests per operation, the same in every run; `make test-slow` sets a larger number of random ones. */
const SLOW_EXAMPLES = process.env.CONFORMANCE_EXAMPLES;
const EXAMPLES = Number(SLOW_EXAMPLES ?? 25);
/** These operations end the test's session, start another one, or use up its password attempts. */
const EXCLUDED = /^\/auth\/(login|logout|change-password|confirm|setup-admin)|\/sessions\/{/;
/** A confirmed password is valid for five minutes; a run takes longer. */
const CONFIRM_EVERY_MS = 240_000;
const OPERATIONS = routes.filter(({ path }) => !EXCLUDED.test(path));
/** Minimum share of the possible requests that are generated: operations without input have one or two. */
const MIN_GENERATED_SHARE = 0.7;
/** Characters of a report to show when it generated too few requests. */
const REPORT_END = 2000;

let vault: VaultProcess;
let bearer: string;
let confirming: NodeJS.Timeout;
const [email, password] = ['admin@example.com', 'C0nformance-is-measured!'];

beforeAll(async () => {
  // Cheap password hashes: at full cost they would be most of the work for each new user.
  vault = await startVaultProcess({ env: { IDENTITY_PASSWORD_MEMORY_KIB: '64' } });
  bearer = await fill(vault.address);
  const client = createClient({ baseUrl: `${vault.address}/api`, getToken: () => bearer });
  confirming = setInterval(() => {
    void client.call('POST /auth/confirm', { body: { password } }).catch(() => undefined);
  }, CONFIRM_EVERY_MS);
});
afterAll(() => {
  clearInterval(confirming);
  return vault?.stop();
});

it('answers valid and invalid requests as the OpenAPI document declares, never with a 5xx', async () => {
  const reports = SLOW_EXAMPLES === undefined ? await runQuick() : await runFull();
  // Schemathesis exits with an error if it found anything; its report has the findings and how to reproduce them.
  const findings = reports.flatMap(({ text }) => /= (?:FAILURES|ERRORS) =.*/s.exec(text)?.[0] ?? []);
  expect(findings.join('\n') || 'nothing found').toBe('nothing found');
  for (const { text, end } of reports) {
    expect(end, text.slice(-REPORT_END)).toBe('exit 0');
    expect(generatedIn(text), text.slice(-REPORT_END)).toBeGreaterThan(0);
  }
  const generated = reports.reduce((sum, { text }) => sum + generatedIn(text), 0);
  const ends = reports.map(({ text }) => text.slice(-REPORT_END)).join('\n');
  expect(generated, ends).toBeGreaterThan(MIN_GENERATED_SHARE * EXAMPLES * OPERATIONS.length);
  // Every call without a session answers 401, which the document allows: make sure that the session still exists.
  const client = createClient({ baseUrl: `${vault.address}/api`, getToken: () => bearer });
  await expect(client.call('GET /auth/session')).resolves.toBeDefined();
}, 28_800_000);

const runQuick = async () => [await report(OPERATIONS, 'examples,fuzzing', ['--generation-deterministic'])];

/**
 * Exports run first, while there is little data: later, each of 2,000 exports of the trail would contain the entries of
 * 250,000 requests. The stateful phase, which uses answers in later requests, needs one process with every operation.
 */
async function runFull(): Promise<Report[]> {
  const isExport = ({ path }: Operation) => path.endsWith('/export');
  const others = OPERATIONS.filter((operation) => !isExport(operation));
  return [
    ...(await runInParallel(OPERATIONS.filter(isExport))),
    ...(await runInParallel(others)),
    await report(OPERATIONS, 'stateful'),
  ];
}

/** One process per core: generating a request takes longer than answering it. */
function runInParallel(operations: readonly Operation[]): Promise<Report[]> {
  const count = Math.min(availableParallelism(), operations.length);
  const shares = Array.from({ length: count }, (_, share) =>
    operations.filter((_, n) => n % count === share),
  );
  return Promise.all(shares.map((share) => report(share, 'examples,coverage,fuzzing')));
}

type Operation = Pick<(typeof routes)[number], 'method' | 'path'>;

interface Report {
  readonly text: string;
  /** `exit 0`, or for example `SIGTERM` if the run was stopped. */
  readonly end: string;
}

/** Runs Schemathesis on these operations. Does not throw if there are findings. */
async function report(
  operations: readonly Operation[],
  phases: string,
  extent = ['--generation-database', 'none'],
): Promise<Report> {
  const command = join(ROOT, '.services/schemathesis/bin/schemathesis');
  const config = join(ROOT, 'scripts/tests/conformance/schemathesis.toml');
  const options = [
    ...['--config-file', config, 'run', `${vault.address}/api/openapi.json`],
    ...['--header', `Authorization: Bearer ${bearer}`],
    ...operations.flatMap(({ method, path }) => ['--include-name', `${method} ${path}`]),
    ...['--phases', phases, '--max-examples', String(EXAMPLES), ...extent],
    ...['--checks', 'all', '--continue-on-failure'],
    ...['--request-timeout', '15', '--warnings', 'off', '--no-color'],
  ];
  return await run(command, options, { cwd: vault.dataDir, maxBuffer: 64 * 1024 * 1024 }).then(
    ({ stdout }) => ({ text: stdout, end: 'exit 0' }),
    ({ stdout, stderr, code, signal }: Failure) => ({
      text: stdout + stderr,
      end: signal ?? `exit ${code}`,
    }),
  );
}

type Failure = Pick<ExecFileException, 'code' | 'signal'> & Record<'stdout' | 'stderr', string>;

const generatedIn = (report: string) =>
  Number(/([\d,]+) generated/.exec(report)?.[1]?.replaceAll(',', '') ?? 0);

/** Creates two companies with a person each and a super_admin. @returns the super_admin's bearer token */
async function fill(address: string): Promise<string> {
  let token: string | undefined;
  const client = createClient({ baseUrl: `${address}/api`, getToken: () => token });
  const names = { firstName: 'Asha', lastName: 'Rao' };
  await client.call('POST /auth/setup-admin', { body: { ...names, email, password } });
  ({ token } = await client.call('POST /auth/login', { body: { email, password } }));
  for (const code of ['SARAL', 'AROGYA']) {
    const { id } = await client.call('POST /companies', { body: { name: code, code } });
    const fields = { name: 'Meena Pillai', email: `meena@${code.toLowerCase()}.example` };
    await client.call('POST /pii-records', {
      body: { companyId: id, consentDetails: { purpose: 'kyc' }, fields },
    });
  }
  return token;
}
