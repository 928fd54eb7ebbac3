import { type ConfigOf, defineConfig } from '@pii-vault/platform/core/config/config';
import { isProduction } from '@pii-vault/platform/core/config/production';
import { isAddressRange } from '@pii-vault/platform/core/net/address-ranges';
import { z } from 'zod';

const ranges = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
  .refine((all) => all.every(isAddressRange), 'is a list of addresses and CIDR ranges');

/** Settings of tenancy; TENANCY_… variables. */
export const tenancyConfig = defineConfig(
  'TENANCY',
  {
    /** Permits http:// for webhooks: for development, refused in production. */
    webhookAllowsHttp: z.stringbool().default(false),
    /** Permitted non-public ranges for webhooks, for partners inside the operator's network. */
    webhookAllowedRanges: ranges,
    /** Timeout of an attempt, ms. */
    webhookTimeoutMs: z.coerce.number().int().min(1).max(60_000).default(10_000),
    /** Default delay of new linking agreements: minutes until a found pair is shown to both sides. */
    disclosureDelayMinutes: z.coerce.number().int().min(0).max(10_080).default(15),
  },
  ({ webhookAllowsHttp }, env) =>
    webhookAllowsHttp === true && isProduction(env)
      ? ['TENANCY_WEBHOOK_ALLOWS_HTTP: is for development']
      : [],
  ({ PIIVAULT_DISCLOSURE_DELAY_MINUTES: minutes }) =>
    minutes === undefined ? {} : { disclosureDelayMinutes: minutes },
);

export type TenancyConfig = ConfigOf<typeof tenancyConfig>;
