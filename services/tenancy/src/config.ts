import { defineConfig } from '@pii-vault/platform/config/config';

/** Tenancy has nothing to set: its rules are the product's. */
export const tenancyConfig = defineConfig('TENANCY', {});
