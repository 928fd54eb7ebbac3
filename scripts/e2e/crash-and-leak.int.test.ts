import { type Client, createClient } from '@pii-vault/contract/client';
import { afterAll, beforeAll } from 'vitest';
import { type CrashWorld, crashAndLeak, ROWS } from './crash/crash-and-leak.ts';
import { killedRotation } from './crash/killed-rotation.ts';
import { fillCompany } from './partner.ts';
import { startVaultProcess, type VaultProcess } from './vault-process.ts';

let vault: VaultProcess;
let client: Client;
let companyId: number;

beforeAll(async () => {
  vault = await startVaultProcess();
  const partner = await fillCompany(vault.address);
  companyId = partner.companyId;
  client = createClient({ baseUrl: `${vault.address}/api`, getToken: () => partner.bearer });
}, 120_000);
afterAll(() => vault?.stop(), 60_000);

const world: CrashWorld = {
  get vault() {
    return vault;
  },
  get client() {
    return client;
  },
  get companyId() {
    return companyId;
  },
};

crashAndLeak(world);
killedRotation(world, ROWS);
