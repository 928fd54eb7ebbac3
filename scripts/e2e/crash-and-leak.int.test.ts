import { type Client, createClient } from '@pii-vault/contract/client';
import { afterAll, beforeAll } from 'vitest';
import { type Collector, startCollector } from '../running-vault/collector.ts';
import { type FilledVault, fillCompany } from '../running-vault/fill-company.ts';
import { startVaultProcess, type VaultProcess } from '../running-vault/vault-process.ts';
import { traceAcrossProcesses } from './apart/trace-across-processes.ts';
import { type CrashWorld, crashAndLeak, ROWS } from './crash/crash-and-leak.ts';
import { filledDemo } from './crash/filled-demo.ts';
import { killedRotation } from './crash/killed-rotation.ts';

let vault: VaultProcess;
let client: Client;
let filled: FilledVault;
let collector: Collector;

beforeAll(async () => {
  collector = await startCollector();
  vault = await startVaultProcess({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_TRACES_SAMPLER_ARG: '0' },
  });
  filled = await fillCompany(vault.address);
  client = createClient({ baseUrl: `${vault.address}/api`, getToken: () => filled.bearer });
}, 120_000);
afterAll(async () => {
  await vault?.stop();
  await collector?.stop();
}, 60_000);

const world: CrashWorld & { readonly bearer: string } = {
  get vault() {
    return vault;
  },
  get client() {
    return client;
  },
  get companyId() {
    return filled.companyId;
  },
  get bearer() {
    return filled.bearer;
  },
};

crashAndLeak(world);
killedRotation(world, ROWS);
traceAcrossProcesses(
  world,
  () => collector,
  () => 'pii-vault',
);
filledDemo(world, () => filled.admin);
