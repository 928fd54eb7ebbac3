import { defineConfig } from '@pii-vault/platform/core/config/config';
import { z } from 'zod';

export const complianceConfig = defineConfig('COMPLIANCE', {
  /** Rows of a company that a run has the vault judge, 1 to 1,000. */
  storageSampleSize: z.coerce.number().int().min(1).max(1_000).default(200),
  /** Most users of the role super_admin that DPDP-SEC-B2 allows. */
  mostSuperAdmins: z.coerce.number().int().min(1).max(100).default(3),
});
