import { cryptoModule } from '@pii-vault/crypto/module';
import { KeysServiceService } from '@pii-vault/proto/crypto/v1/keys';
import { tenancyModule } from '@pii-vault/tenancy/module';
import { type QuietAccess, quietHost } from '../embedded/quiet-host.ts';

export interface BackupKey {
  readonly companyId: number;
  readonly keyId: string;
  readonly version: number;
  readonly key: Buffer;
}

/**
 * The backup keys of these companies (0: of the deployment), as crypto opens them with the key store: a second crypto
 * beside the one that may be running, for a moment; tenancy tells it that a company without a backup key exists.
 * @param versions those that an archive names; by default the active ones, made when there is none yet
 */
export async function openBackupKeys(
  access: QuietAccess,
  companies: readonly number[],
  versions?: ReadonlyMap<number, number>,
): Promise<BackupKey[]> {
  const host = await quietHost(access, [cryptoModule, tenancyModule]);
  try {
    const rpc = host.client(KeysServiceService, 'crypto');
    const opened: BackupKey[] = [];
    for (const companyId of companies) {
      const self = host.self('vault', companyId === 0 ? {} : { company: companyId });
      const wanted = versions?.get(companyId);
      const { keys } = await rpc.openBackupKeys(self, {
        companyId: BigInt(companyId),
        versions: wanted === undefined ? [] : [wanted],
      });
      const found = keys.find((key) => (wanted === undefined ? key.active : key.version === wanted));
      if (found === undefined) throw new Error(`No backup key of company ${companyId} opens`);
      opened.push({ companyId, keyId: found.keyId, version: found.version, key: Buffer.from(found.key) });
    }
    return opened;
  } finally {
    await host.stop();
  }
}
