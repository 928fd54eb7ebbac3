import { cryptoModule } from '@pii-vault/crypto/module';
import { memoryCache } from '@pii-vault/platform/cache/memory-cache';
import type { Environment } from '@pii-vault/platform/config/config';
import { SERVICE_NAMES, type ServiceName } from '@pii-vault/platform/context/caller';
import type { ServiceDatabase } from '@pii-vault/platform/db/connection';
import type { Bus } from '@pii-vault/platform/events/bus';
import { silentLogger } from '@pii-vault/platform/log/log';
import { startHost } from '@pii-vault/platform/module/host';
import { createMetrics } from '@pii-vault/platform/telemetry/metrics';
import { fetchTokenKeys } from '@pii-vault/platform/tokens/fetch-token-keys';
import { generateServiceKey } from '@pii-vault/platform/tokens/service-token';
import { KeysServiceService } from '@pii-vault/proto/crypto/v1/keys';
import { tenancyModule } from '@pii-vault/tenancy/module';

export interface BackupKey {
  readonly companyId: number;
  readonly keyId: string;
  readonly version: number;
  readonly key: Buffer;
}

export interface KeyAccess {
  readonly databases: ReadonlyMap<ServiceName, ServiceDatabase>;
  readonly bus: Bus;
  readonly env: Environment;
}

/** Only opening: no epoch is turned and no rotation made beside the vault. */
const ONLY_OPENING = {
  CRYPTO_EPOCH_LIFE_DAYS: '365',
  CRYPTO_EPOCH_CHECK_MS: '2000000000',
  CRYPTO_ROTATION_CHECK_MS: '2000000000',
  CRYPTO_MASTER_ROTATION_DAYS: '3650',
};

/**
 * The backup keys of these companies (0: of the deployment), as crypto opens them with the key store: a second crypto
 * beside the one that may be running, for a moment.
 * @param versions those that an archive names; by default the active ones, made when there is none yet
 */
export async function openBackupKeys(
  { databases, bus, env }: KeyAccess,
  companies: readonly number[],
  versions?: ReadonlyMap<number, number>,
): Promise<BackupKey[]> {
  const pairs = SERVICE_NAMES.map((name) => [name, generateServiceKey()] as const);
  const host = await startHost({
    modules: [cryptoModule, tenancyModule],
    env: { ...env, ...ONLY_OPENING },
    databases,
    bus,
    cache: memoryCache(),
    mailer: { send: () => Promise.resolve() },
    log: silentLogger(),
    metrics: createMetrics(),
    privateKeys: new Map(pairs.map(([name, pair]) => [name, pair.privateKey])),
    publicKeys: new Map(pairs.map(([name, pair]) => [name, pair.publicKey])),
    fetchJwks: fetchTokenKeys,
  });
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
