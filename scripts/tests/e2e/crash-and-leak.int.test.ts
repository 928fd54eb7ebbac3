import { type Client, createClient } from '@pii-vault/contract/client';
import { afterAll, beforeAll } from 'vitest';
import { type Collector, startCollector } from '../running-vault/collector.ts';
import { type SetUpVault, setUpCompany } from '../running-vault/set-up-company.ts';
import { startVaultProcess, type VaultProcess } from '../running-vault/vault-process.ts';
import { traceAcrossProcesses } from './apart/trace-across-processes.ts';
import { type CrashWorld, crashAndLeak, ROWS } from './crash/crash-and-leak.ts';
import { filledDemo } from './crash/filled-demo.ts';
import { killedRotation } from './crash/killed-rotation.ts';

let vault: VaultProcess;
let client: Client;
let setUp: SetUpVault;
let collector: Collector;

beforeAll(async () => {
  collector = await startCollector();
  vault = await startVaultProcess({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_TRACES_SAMPLER_ARG: '0' },
  });
  setUp = await setUpCompany(vault.address);
  client = createClient({ baseUrl: `${vault.address}/api`, getToken: () => setUp.bearer });
});
afterAll(async () => {
  await vault?.stop();
  await collector?.stop();
});

const world: CrashWorld & { readonly bearer: string } = {
  get vault() {
    return vault;
  },
  get client() {
    return client;
  },
  get companyId() {
    return setUp.companyId;
  },
  get bearer() {
    return setUp.bearer;
  },
};

crashAndLeak(world);
killedRotation(world, ROWS);
traceAcrossProcesses(
  world,
  () => collector,
  () => 'pii-vault',
);
filledDemo(world, () => setUp.admin);
