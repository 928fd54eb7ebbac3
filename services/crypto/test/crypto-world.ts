import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@pii-vault/platform/core/config/config';
import { services } from '@pii-vault/platform/rpc/allow';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import { serve } from '@pii-vault/platform/rpc/serve';
import { defineModule } from '@pii-vault/platform/runtime/module/module';
import { bootModules, type TestWorld } from '@pii-vault/platform/testing/boot-modules';
import { KeyFactsService } from '@pii-vault/proto/crypto/v1/key_facts';
import { KeysService } from '@pii-vault/proto/crypto/v1/keys';
import { RegisterService } from '@pii-vault/proto/crypto/v1/register';
import { RotationsService } from '@pii-vault/proto/crypto/v1/rotations';
import { SigningService } from '@pii-vault/proto/crypto/v1/signing';
import { Company } from '@pii-vault/proto/tenancy/v1/companies';
import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import { LinkAgreement } from '@pii-vault/proto/tenancy/v1/link_agreements';
import { cryptoModule } from '../src/module.ts';

/** Existing companies and agreements: companies 1, 2 and 3; agreement 9 between 1 and 2. */
const COMPANIES = [1, 2, 3];
const AGREEMENT = { id: 9, companyId: 1, otherCompanyId: 2 };

/** tenancy's directory as crypto uses it; accepts calls from crypto only. */
const tenancy = defineModule({
  name: 'tenancy',
  config: defineConfig('TENANCY', {}),
  migrations: undefined,
  start: async () => ({
    services: [
      serve(DirectoryService, {
        getCompanies: {
          allow: services(['crypto']),
          handle: async (_ctx, { companyIds }) => ({
            companies: companyIds
              .filter((id) => COMPANIES.includes(id))
              .map((id) => Company.fromPartial({ id })),
          }),
        },
        companyStates: { allow: services([]), handle: async () => ({ states: [] }) },
        listAgreements: {
          allow: services(['crypto']),
          handle: async (_ctx, { agreementIds }) => ({
            agreements: agreementIds.includes(AGREEMENT.id) ? [LinkAgreement.fromPartial(AGREEMENT)] : [],
          }),
        },
      }),
    ],
  }),
});

export interface CryptoWorld {
  readonly world: TestWorld;
  readonly keysDir: string;
  /** Number of keys in the key store. */
  countKeyFiles(): Promise<number>;
  readonly keys: RpcClient<typeof KeysService>;
  readonly signing: RpcClient<typeof SigningService>;
  readonly register: RpcClient<typeof RegisterService>;
  readonly rotations: RpcClient<typeof RotationsService>;
  readonly facts: RpcClient<typeof KeyFactsService>;
}

/** Starts crypto with an empty database and an empty keys folder. */
export async function bootCrypto(env: Readonly<Record<string, string>> = {}): Promise<CryptoWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'crypto-'));
  const keysDir = join(folder, 'keys');
  const world = await bootModules([cryptoModule, tenancy], {
    folder,
    env: { CRYPTO_KEYS_DIR: keysDir, ...env },
  });
  return {
    world,
    keysDir,
    countKeyFiles: async () => (await readdir(keysDir)).length,
    // A getter, because a restart creates new clients.
    get keys() {
      return world.client(KeysService, 'crypto');
    },
    get signing() {
      return world.client(SigningService, 'crypto');
    },
    get register() {
      return world.client(RegisterService, 'crypto');
    },
    get rotations() {
      return world.client(RotationsService, 'crypto');
    },
    get facts() {
      return world.client(KeyFactsService, 'crypto');
    },
  };
}
