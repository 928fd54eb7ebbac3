import { silentLogger } from '@pii-vault/platform/core/log/log';
import { applyGrants } from '@pii-vault/platform/messaging/kafka-acls';
import type { KafkaConfig } from '@pii-vault/platform/messaging/kafka-config';
import { ensureTopics } from '@pii-vault/platform/messaging/kafka-topics';
import { openKafkaClient } from '@pii-vault/platform/messaging/open-kafka-client';
import { grantsOf, kafkaUser, type ServiceAccess, topicsOf } from './access-table.ts';

/**
 * Creates missing topics, and sets the ACLs of every service's user; other ACLs are removed.
 * @param config of a user that may create topics and alter ACLs
 */
export async function applyAccess(config: KafkaConfig, table: readonly ServiceAccess[]): Promise<void> {
  const admin = await (await openKafkaClient(config, silentLogger())).connectAdmin();
  try {
    await ensureTopics(admin, topicsOf(table), config);
    const users = table.map((access) => ({ user: kafkaUser(access.service), grants: grantsOf(access) }));
    await applyGrants(admin, users);
  } finally {
    await admin.close();
  }
}
