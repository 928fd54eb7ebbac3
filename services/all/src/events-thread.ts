import { auditConsumers } from '@pii-vault/audit/consumers';
import { complianceConsumers } from '@pii-vault/compliance/consumers';
import { lineageConsumers } from '@pii-vault/lineage/consumers';
import { runEventsThread } from '@pii-vault/platform/events-thread/run-events-thread';
import { tenancyConsumers } from '@pii-vault/tenancy/consumers';
import { vaultConsumers } from '@pii-vault/vault/consumers';

/** The thread of relays and consumers; crypto and identity have no consumers. */
await runEventsThread([
  auditConsumers,
  complianceConsumers,
  lineageConsumers,
  tenancyConsumers,
  vaultConsumers,
]);
