import { type ExecFileException, execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@pii-vault/contract/client';
import { routes } from '@pii-vault/contract/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startVaultProcess, type VaultProcess } from '../running-vault/vault-process.ts';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../..');
/** 25 requests for each operation, the same in every run; `make test-slow` says how many others it wants. */
const SLOW_EXAMPLES = process.env.CONFORMANCE_EXAMPLES;
const EXAMPLES = Number(SLOW_EXAMPLES ?? 25);
/** They end the session that asks, make another one, or use up the tries at its password. */
const LEFT_OUT = /^\/auth\/(login|logout|change-password|confirm|setup-admin)|\/sessions\/{/;
/** The password counts for five minutes; a run takes longer. */
const CONFIRM_EVERY_MS = 240_000;
const OPERATIONS = routes.filter(({ path }) => !LEFT_OUT.test(path));
/** Of as many requests as there may be for each: operations that take nothing have one or two. */
const LEAST_TRIED = 0.7;
/** Characters of a report that has no findings: why it tried so little. */
const REPORT_END = 2000;

let vault: VaultProcess;
let bearer: string;
let confirming: NodeJS.Timeout;
const [email, password] = ['admin@example.com', 'C0nformance-is-measured!'];

beforeAll(async () => {
  // What a hash costs is measured elsewhere; here it would be most of the work of every new user.
  vault = await startVaultProcess({ env: { IDENTITY_PASSWORD_MEMORY_KIB: '64' } });
  bearer = await fill(vault.address);
  const client = createClient({ baseUrl: `${vault.address}/api`, getToken: () => bearer });
  confirming = setInterval(() => {
    void client.call('POST /auth/confirm', { body: { password } }).catch(() => undefined);
  }, CONFIRM_EVERY_MS);
}, 300_000);
afterAll(() => {
  clearInterval(confirming);
  return vault?.stop();
}, 60_000);

it('answers whatever fits or breaks its OpenAPI document as that says, and never fails', async () => {
  const reports = SLOW_EXAMPLES === undefined ? await tryQuickly() : await tryAtLength();
  // It exits with an error when anything was found; its report says what, and how to send it again.
  const findings = reports.flatMap(({ text }) => /= (?:FAILURES|ERRORS) =.*/s.exec(text)?.[0] ?? []);
  expect(findings.join('\n') || 'nothing found').toBe('nothing found');
  for (const { text, end } of reports) {
    expect(end, text.slice(-REPORT_END)).toBe('exit 0');
    expect(generatedIn(text), text.slice(-REPORT_END)).toBeGreaterThan(0);
  }
  const generated = reports.reduce((sum, { text }) => sum + generatedIn(text), 0);
  const ends = reports.map(({ text }) => text.slice(-REPORT_END)).join('\n');
  expect(generated, ends).toBeGreaterThan(LEAST_TRIED * EXAMPLES * OPERATIONS.length);
  // Whoever is signed out is told so by every call, which the document allows.
  const client = createClient({ baseUrl: `${vault.address}/api`, getToken: () => bearer });
  await expect(client.call('GET /auth/session')).resolves.toBeDefined();
}, 28_800_000);

const tryQuickly = async () => [await report(OPERATIONS, 'examples,fuzzing', ['--generation-deterministic'])];

/**
 * What answers with all there is goes first, while that is little: each of 2,000 exports of the trail would hold what 250,000
 * requests have left there. What one answer tells is tried in the next request (stateful) by one process that knows
 * every operation.
 */
async function tryAtLength(): Promise<Report[]> {
  const isExport = ({ path }: Operation) => path.endsWith('/export');
  const others = OPERATIONS.filter((operation) => !isExport(operation));
  return [
    ...(await tryInShares(OPERATIONS.filter(isExport))),
    ...(await tryInShares(others)),
    await report(OPERATIONS, 'stateful'),
  ];
}

/** One process for each core: to make a request takes longer than to answer it. */
function tryInShares(operations: readonly Operation[]): Promise<Report[]> {
  const count = Math.min(availableParallelism(), operations.length);
  const shares = Array.from({ length: count }, (_, share) =>
    operations.filter((_, n) => n % count === share),
  );
  return Promise.all(shares.map((share) => report(share, 'examples,coverage,fuzzing')));
}

type Operation = Pick<(typeof routes)[number], 'method' | 'path'>;

interface Report {
  readonly text: string;
  /** Such as `exit 0`, or `SIGTERM` of a run that was cut short. */
  readonly end: string;
}

/** What Schemathesis says of these operations; it fails where it found anything, and says so, too. */
async function report(
  operations: readonly Operation[],
  phases: string,
  extent = ['--generation-database', 'none'],
): Promise<Report> {
  const command = join(ROOT, '.services/schemathesis/bin/schemathesis');
  const config = join(ROOT, 'scripts/conformance/schemathesis.toml');
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

/** Two companies with a person each, and a super_admin signed in without a browser. */
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
