import { type Client, createClient } from '@pii-vault/contract/client';
import { afterAll, beforeAll } from 'vitest';
import { crashAndLeak } from './crash/crash-and-leak.ts';
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

crashAndLeak({
  get vault() {
    return vault;
  },
  get client() {
    return client;
  },
  get companyId() {
    return companyId;
  },
});
