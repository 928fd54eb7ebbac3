import { createHash } from 'node:crypto';
import { defineConfig } from '@pii-vault/platform/core/config/config';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { services } from '@pii-vault/platform/rpc/allow';
import { serve } from '@pii-vault/platform/rpc/serve';
import { defineModule, type Module } from '@pii-vault/platform/runtime/module/module';
import { KeysService } from '@pii-vault/proto/crypto/v1/keys';

/** A key that is the same for every call. */
export const fakeKey = (owner: string): Buffer => createHash('sha256').update(owner).digest();

const opened = (owner: string) => ({ keyId: owner, version: 1, key: fakeKey(owner), active: true });

async function never(): Promise<never> {
  throw new AppError('UNIMPLEMENTED', 'NOT_LINEAGE_S', 'Lineage opens store and text keys only');
}

/** A fake of crypto that opens the keys of lineage. */
export function fakeCrypto(): Module {
  return defineModule({
    name: 'crypto',
    config: defineConfig('CRYPTO', {}),
    migrations: undefined,
    async start() {
      const rpc = serve(KeysService, {
        openFieldKeys: { allow: services([]), handle: never },
        openIndexKeys: { allow: services([]), handle: never },
        openTextKeys: {
          allow: services(['lineage'], (request) => request.companyId),
          handle: async (_ctx, { companyId }) => ({ keys: [opened(`text ${companyId}`)] }),
        },
        openStoreKeys: {
          allow: services(['lineage']),
          handle: async () => ({ keys: [opened('store')] }),
        },
        openBackupKeys: { allow: services([]), handle: never },
        findRewraps: { allow: services([]), handle: never },
        reportRewrap: { allow: services([]), handle: never },
        retireFieldKeyVersion: { allow: services([]), handle: never },
      });
      return { services: [rpc] };
    },
  });
}
