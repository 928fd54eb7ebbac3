import { auditConsumers } from '@pii-vault/audit/consumers';
import { complianceConsumers } from '@pii-vault/compliance/consumers';
import { identityConsumers } from '@pii-vault/identity/consumers';
import { lineageConsumers } from '@pii-vault/lineage/consumers';
import type { ServiceConsumers } from '@pii-vault/platform/events/service-consumers';
import { tenancyConsumers } from '@pii-vault/tenancy/consumers';
import { vaultConsumers } from '@pii-vault/vault/consumers';

/** The consumers of every module that has some. They stand here by themselves, as their thread loads no module. */
export const threadConsumers: readonly ServiceConsumers[] = [
  auditConsumers,
  complianceConsumers,
  identityConsumers,
  lineageConsumers,
  tenancyConsumers,
  vaultConsumers,
];
