import { auditConsumers } from '@pii-vault/audit/consumers';
import { complianceConsumers } from '@pii-vault/compliance/consumers';
import { identityConsumers } from '@pii-vault/identity/consumers';
import { lineageConsumers } from '@pii-vault/lineage/consumers';
import type { ServiceConsumers } from '@pii-vault/platform/messaging/service-consumers';
import { tenancyConsumers } from '@pii-vault/tenancy/consumers';
import { vaultConsumers } from '@pii-vault/vault/consumers';

/** All consumers of all modules. Imported separately, because the events thread loads no module. */
export const threadConsumers: readonly ServiceConsumers[] = [
  auditConsumers,
  complianceConsumers,
  identityConsumers,
  lineageConsumers,
  tenancyConsumers,
  vaultConsumers,
];
