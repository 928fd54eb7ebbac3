import type { BusMessage } from '@pii-vault/platform/messaging/bus';
import type { ConsumerSpec } from '@pii-vault/platform/messaging/consumer-spec';
import { defineConsumers, NO_SETTINGS } from '@pii-vault/platform/messaging/service-consumers';
import { ViolationFound } from '@pii-vault/proto/compliance/events/v1/compliance_events';
import { LinkDetected } from '@pii-vault/proto/lineage/events/v1/lineage_events';
import { ErasureCompleted } from '@pii-vault/proto/vault/events/v1/vault_events';
import { type Item, MAX_ITEMS } from '../webhooks/deliveries/delivery.ts';
import { queueForListeners } from '../webhooks/deliveries/queue-deliveries.ts';
import type { WebhookEvent } from '../webhooks/webhook.ts';

interface WebhookItem {
  readonly companyId: number;
  readonly item: Item;
}

/** Consumes events of other services for webhooks: a batch becomes one message per company and webhook. */
export const tenancyConsumers = defineConsumers({
  service: 'tenancy',
  config: NO_SETTINGS,
  reads: ['lineage.link_detected', 'vault.erasure_completed', 'compliance.violation_found'],
  specs: ({ wake }) => [
    consumer('queue-links', 'lineage.link_detected', 'link_detected', wake, linkOf),
    consumer('queue-erasures', 'vault.erasure_completed', 'erasure_completed', wake, erasureOf),
    consumer('queue-violations', 'compliance.violation_found', 'violation_found', wake, violationOf),
  ],
});

function consumer(
  name: string,
  topic: string,
  event: WebhookEvent,
  wake: () => void,
  read: (message: BusMessage) => WebhookItem,
): ConsumerSpec {
  return {
    name,
    topics: [topic],
    scope: 'system',
    onPoison: 'park',
    maxBatch: MAX_ITEMS,
    async handle({ tx, messages }) {
      const events = messages.map(read);
      const byCompany = Map.groupBy(events, ({ companyId }) => companyId);
      const items = new Map([...byCompany].map(([id, some]) => [id, some.map(({ item }) => item)]));
      if ((await queueForListeners(tx, event, items)) > 0) tx.afterCommit(wake);
    },
  };
}

function linkOf({ payload, createdAt }: BusMessage): WebhookItem {
  const link = LinkDetected.decode(payload);
  return {
    companyId: link.companyId,
    item: {
      entryId: link.edgeId,
      individualId: link.individualId,
      relationshipType: link.relationshipType,
      verificationStatus: link.verificationStatus,
      at: createdAt.toISOString(),
    },
  };
}

function erasureOf({ payload, createdAt }: BusMessage): WebhookItem {
  const { companyId, individualId, occurredAt } = ErasureCompleted.decode(payload);
  const at = (occurredAt ?? createdAt).toISOString();
  return { companyId, item: { individualId, at } };
}

function violationOf({ payload, createdAt }: BusMessage): WebhookItem {
  const violation = ViolationFound.decode(payload);
  return {
    companyId: violation.companyId,
    item: {
      checkId: violation.checkId,
      ruleId: violation.ruleId,
      regulationType: violation.regulationType,
      at: (violation.foundAt ?? createdAt).toISOString(),
    },
  };
}
