import { defineConfig } from '@pii-vault/platform/core/config/config';
import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import { PLATFORM_MIGRATIONS } from '@pii-vault/platform/postgres/migrate';
import type { OutboxMessage } from '@pii-vault/platform/postgres/outbox-message';
import { defineModule, type Module, type ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { ViolationFound } from '@pii-vault/proto/compliance/events/v1/compliance_events';
import { LinkDetected } from '@pii-vault/proto/lineage/events/v1/lineage_events';
import { ErasureCompleted } from '@pii-vault/proto/vault/events/v1/vault_events';

/** Services that only publish. */
export function producers(): {
  readonly modules: Module[];
  publish(...messages: OutboxMessage[]): Promise<void>;
} {
  const kits = new Map<string, ModuleKit>();
  const module = (name: ServiceName) =>
    defineModule({
      name,
      config: defineConfig('STUB', {}),
      migrations: PLATFORM_MIGRATIONS,
      start: async (kit) => {
        kits.set(name, kit);
        return { services: [] };
      },
    });
  return {
    modules: [module('lineage'), module('vault'), module('compliance')],
    async publish(...messages) {
      const byProducer = Map.groupBy(messages, ({ topic }) => topic.split('.')[0]);
      for (const [name, some] of byProducer)
        await kits.get(name ?? '')?.db.system((tx) => tx.publishAll(some));
    },
  };
}

const at = new Date('2026-11-22T08:00:00.000Z');

export function linkDetected(companyId: number, individualId: number): OutboxMessage {
  const payload = LinkDetected.encode(
    LinkDetected.fromPartial({
      edgeId: individualId + 1_000,
      companyId,
      individualId,
      relationshipType: 'cross_reference',
      verificationStatus: 'pending',
    }),
  ).finish();
  return { topic: 'lineage.link_detected', key: `${companyId}:${individualId}`, companyId, payload };
}

export function erasureCompleted(companyId: number, individualId: number): OutboxMessage {
  const erased = { companyId, individualId, occurredAt: at };
  const payload = ErasureCompleted.encode(erased).finish();
  return { topic: 'vault.erasure_completed', key: `${companyId}:${individualId}`, companyId, payload };
}

export function violationFound(companyId: number): OutboxMessage {
  const payload = ViolationFound.encode({
    companyId,
    checkId: 31,
    ruleId: 'DPDP-SEC-A1',
    regulationType: 'dpdp',
    reference: 'section 8(5)',
    score: 40,
    foundAt: at,
  }).finish();
  return { topic: 'compliance.violation_found', key: `company:${companyId}`, companyId, payload };
}
