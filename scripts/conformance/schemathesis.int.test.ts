import { execFile } from 'node:child_process';
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
const EXTENT =
  SLOW_EXAMPLES === undefined
    ? ['--phases', 'examples,fuzzing', '--max-examples', String(EXAMPLES), '--generation-deterministic']
    : [
        '--phases',
        'examples,coverage,fuzzing,stateful',
        '--max-examples',
        String(EXAMPLES),
        ...['--generation-database', 'none'],
        // Requests are made on one core while the vault answers on the other.
        ...['--workers', '2'],
      ];
/** They end the session that asks, or make another one. */
const LEFT_OUT = '^/auth/(login|logout|change-password|setup-admin|sessions/)';
const OPERATIONS = routes.filter(({ path }) => !new RegExp(LEFT_OUT).test(path)).length;
/** Of as many requests as there may be for each: operations that take nothing have one or two. */
const LEAST_TRIED = 0.7;
/** Characters of a report that has no findings: why it tried so little. */
const REPORT_END = 2000;

let vault: VaultProcess;
let bearer: string;

beforeAll(async () => {
  // What a hash costs is measured elsewhere; here it would be most of the work of every new user.
  vault = await startVaultProcess({ env: { IDENTITY_PASSWORD_MEMORY_KIB: '64' } });
  bearer = await fill(vault.address);
}, 300_000);
afterAll(() => vault?.stop(), 60_000);

it('answers whatever fits or breaks its OpenAPI document as that says, and never fails', async () => {
  const command = join(ROOT, '.services/schemathesis/bin/schemathesis');
  const config = join(ROOT, 'scripts/conformance/schemathesis.toml');
  const options = [
    ...['--config-file', config, 'run', `${vault.address}/api/openapi.json`],
    ...['--header', `Authorization: Bearer ${bearer}`, '--exclude-path-regex', LEFT_OUT],
    ...[...EXTENT, '--checks', 'all', '--continue-on-failure'],
    ...['--request-timeout', '15', '--warnings', 'off', '--no-color'],
  ];
  const report = await run(command, options, { cwd: vault.dataDir, maxBuffer: 64 * 1024 * 1024 }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  );
  // It exits with an error when anything was found; its report says what, and how to send it again.
  expect(/= (?:FAILURES|ERRORS) =.*/s.exec(report)?.[0] ?? 'nothing found').toBe('nothing found');
  const generated = Number(/([\d,]+) generated/.exec(report)?.[1]?.replaceAll(',', ''));
  expect(generated, report.slice(-REPORT_END)).toBeGreaterThan(LEAST_TRIED * EXAMPLES * OPERATIONS);
  // 2,000 for each operation are some 260,000 requests: two hours and more, and as long again on a machine that is shared.
}, 28_800_000);

/** Two companies with a person each, and a super_admin signed in without a browser. */
async function fill(address: string): Promise<string> {
  let token: string | undefined;
  const client = createClient({ baseUrl: `${address}/api`, getToken: () => token });
  const [email, password] = ['admin@example.com', 'C0nformance-is-measured!'];
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
