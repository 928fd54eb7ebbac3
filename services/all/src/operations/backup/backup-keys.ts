import { cryptoModule } from '@pii-vault/crypto/module';
import { KeysService } from '@pii-vault/proto/crypto/v1/keys';
import { tenancyModule } from '@pii-vault/tenancy/module';
import { type RpcOnlyAccess, startRpcOnlyHost } from '../rpc-only-host.ts';

export interface BackupKey {
  readonly companyId: number;
  readonly keyId: string;
  readonly version: number;
  readonly key: Buffer;
}

/**
 * Opens the backup keys of these companies (0: of the deployment) through a temporary crypto module next to a running
 * vault. Tenancy confirms that a company without a backup key exists.
 * @param versions versions in an archive's header; by default the active ones, created when missing
 */
export async function openBackupKeys(
  access: RpcOnlyAccess,
  companies: readonly number[],
  versions?: ReadonlyMap<number, number>,
): Promise<BackupKey[]> {
  const host = await startRpcOnlyHost(access, [cryptoModule, tenancyModule]);
  try {
    const rpc = host.client(KeysService, 'crypto');
    const opened: BackupKey[] = [];
    for (const companyId of companies) {
      const self = host.self('vault', companyId === 0 ? {} : { company: companyId });
      const wanted = versions?.get(companyId);
      const { keys } = await rpc.openBackupKeys(self, {
        companyId,
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
