import { describe, expect, it } from 'vitest';
import { adminKafkaClient, isServiceOwned, type Kafka } from '../../running-vault/kafka-access.ts';
import { sendToRedis } from '../../running-vault/redis-access.ts';
import type { VaultProcess } from '../../running-vault/vault-process.ts';
import type { Walk } from '../walk/walk.ts';

/**
 * Checks that a vault with separate processes uses the real Kafka, Redis and SoftHSM2. Needs people that earlier tests
 * created.
 */
export function realParts(walk: Walk<VaultProcess>): void {
  describe('a vault with separate processes', () => {
    it('keeps its keys in SoftHSM2, and the console shows it', async () => {
      const { keyStore } = await (await walk.api()).call('GET /environment/status');
      expect(keyStore).toMatchObject({ kind: 'pkcs11', model: 'SoftHSM v2', status: 'online' });
      await walk.page.getByText('SoftHSM v2 Online').waitFor();
    });

    it('has its consumers read from Kafka', async () => {
      const admin = (await adminKafkaClient(walk.vault.dataDir)).admin();
      await admin.connect();
      try {
        const readersOfRecords = expect.arrayContaining(['audit', 'compliance', 'lineage']);
        await expect.poll(() => readers(admin)).toEqual(readersOfRecords);
      } finally {
        await admin.disconnect();
      }
    });

    it('keeps its counters in Redis', async () => {
      expect(await sendToRedis(walk.vault.dataDir, 'KEYS *')).toContain('\r\npii-vault:');
    });
  });
}

/** Services with a consumer group that has committed an offset. */
async function readers(admin: ReturnType<Kafka['admin']>): Promise<(string | undefined)[]> {
  const groups = (await admin.listGroups()).groups.map(({ groupId }) => groupId).filter(isServiceOwned);
  const services = groups.map(async (groupId) => {
    const places = (await admin.fetchOffsets({ groupId })).flatMap(({ partitions }) => partitions);
    return places.some(({ offset }) => Number(offset) > 0) ? groupId.split('.')[0] : undefined;
  });
  return await Promise.all(services);
}
