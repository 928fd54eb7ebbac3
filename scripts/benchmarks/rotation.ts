import { parseArgs } from 'node:util';
import { createClient } from '@pii-vault/contract/client';
import { setUpCompany } from '../tests/running-vault/set-up-company.ts';
import { startVaultProcess, type VaultProcess } from '../tests/running-vault/vault-process.ts';
import { type HttpClient, httpClient } from './http-client.ts';
import { importFile, readIds } from './imports.ts';
import { number, print, printMeasured } from './report.ts';
import { type Call, figuresOf, untilStopped } from './until-stopped.ts';

const { values: options } = parseArgs({
  options: {
    people: { type: 'string', default: '200000' },
    /** Seconds of load before the rotation, for comparison. */
    before: { type: 'string', default: '15' },
    /** Continues until the old version is destroyed, not only until it encrypts no values. */
    'to-the-end': { type: 'boolean', default: false },
  },
});
const PEOPLE = Number(options.people);
const CONSENT = { purpose: 'kyc' };
const POLL_MS = 250;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Eight clients reveal, four create and four correct. */
function clientsOf(http: HttpClient, companyId: number, ids: readonly number[]): Record<string, Call>[] {
  const anybody = () => ids[Math.floor(Math.random() * ids.length)];
  const read = () => http.send('GET', `/individuals/${anybody()}?purpose=kyc&companyId=${companyId}`);
  const create = () =>
    http.send('POST', '/pii-records', {
      companyId,
      consentDetails: CONSENT,
      fields: { name: `Late ${Math.random()}` },
    });
  const correct = () =>
    http.send('POST', '/pii-fields', {
      companyId,
      individualId: anybody(),
      fieldType: 'name',
      plainValue: `Changed ${Math.random()}`,
      consentDetails: CONSENT,
    });
  const times = (count: number, call: Record<string, Call>) => Array.from({ length: count }, () => call);
  return [...times(8, { read }), ...times(4, { create }), ...times(4, { correct })];
}

async function rotateUnderLoad(vault: VaultProcess): Promise<void> {
  const { bearer, companyId } = await setUpCompany(vault.address);
  const client = createClient({ baseUrl: `${vault.address}/api`, getToken: () => bearer });
  const names = Array.from({ length: PEOPLE }, (_, n) => `Person ${n}`);
  const filledAt = performance.now();
  await importFile(client, companyId, `name\n${names.join('\n')}\n`);
  print(`${number(PEOPLE)} people imported in`, `${number((performance.now() - filledAt) / 1_000)} s`);
  const ids = await readIds(client, companyId, 2_000);
  const http = httpClient(vault.address, bearer);
  const load = untilStopped(clientsOf(http, companyId, ids));
  await pause(Number(options.before) * 1_000);
  const beganAt = performance.now();
  const { rotationId } = await client.call('POST /encryption-keys/rotate', {
    body: { companyId, keyType: 'field' },
  });
  const emptyAt = await whenEmpty(() => rowsOnFormer(companyId));
  const state = () => client.call('GET /encryption-keys/rotations/{id}', { params: { id: rotationId } });
  while (options['to-the-end'] && (await state()).status !== 'done') await pause(POLL_MS);
  const doneAt = performance.now();
  const calls = await load.stop();
  http.close();
  const { rewrapped, total, perSecond, status } = await state();
  print('data keys rewrapped, of', `${number(rewrapped)} of ${number(total)}, ${status}`);
  print('   rate', `${number(perSecond)}/s`);
  print('   no row on the former version after', `${number((emptyAt - beganAt) / 1_000, 1)} s`);
  if (status === 'done')
    print('   former version destroyed after', `${number((doneAt - beganAt) / 1_000, 1)} s`);
  for (const kind of ['read', 'create', 'correct']) {
    printMeasured(`${kind} before`, figuresOf(calls, kind, 0, beganAt));
    printMeasured(`${kind} during the rewrap`, figuresOf(calls, kind, beganAt, emptyAt));
    if (options['to-the-end']) printMeasured(`${kind} afterwards`, figuresOf(calls, kind, emptyAt, doneAt));
  }
  const failed = calls.filter(({ error }) => error !== undefined);
  print('requests, failed', `${number(calls.length)}, ${number(failed.length)}`);
  for (const { error } of failed.slice(0, 5)) print('  ', error ?? '');
  if (failed.length > 0) process.exitCode = 1;

  async function rowsOnFormer(company: number): Promise<number> {
    const keys = await client.call('GET /encryption-keys', {
      query: { companyId: company, keyType: 'field' },
    });
    const former = keys.filter(({ version, status: is }) => version === 1 && is === 'expired');
    return former[0]?.rowsOnVersion ?? Number.POSITIVE_INFINITY;
  }
}

async function whenEmpty(rows: () => Promise<number>): Promise<number> {
  while ((await rows()) > 0) await pause(POLL_MS);
  return performance.now();
}

const vault = await startVaultProcess();
try {
  await rotateUnderLoad(vault);
} finally {
  await vault.stop();
}
