import { resolve } from 'node:path';
import { defineConfig, secret } from '@pii-vault/platform/core/config/config';
import { isProduction, isPublicUrl } from '@pii-vault/platform/core/config/production';
import { isAddressRange } from '@pii-vault/platform/core/net/address-ranges';
import { hostsConfig } from '@pii-vault/platform/core/net/hosts-config';
import { whyTooWide } from '@pii-vault/platform/core/net/wide-ranges';
import { z } from 'zod';

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );
const port = z.coerce.number().int().min(0).max(65535);

const isNone = (proxies: readonly string[]) => proxies.length === 1 && proxies[0] === 'none';

/** Settings of the gateway: PIIVAULT_PORT and others. */
export const gatewayConfig = defineConfig(
  'PIIVAULT',
  {
    /** 0: chosen by the system. */
    port: port.default(8080),
    host: z.string().default('127.0.0.1'),
    /** Public address of the deployment, for origin checks and cookies, for example https://vault.example.com. */
    origin: z.url().optional(),
    /** Additional origins whose pages may call the API. */
    corsOrigins: list,
    /**
     * Domains of the hosting platform, whose pages may always call: exact, or with a leading dot for all subdomains.
     */
    platformDomains: list,
    /** Addresses and ranges of trusted proxies, whose X-Forwarded-For is used; `none`: no proxy. */
    trustedProxies: list.refine(
      (all) => isNone(all) || all.every(isAddressRange),
      'is a list of addresses and CIDR ranges, or none',
    ),
    /**
     * Additional host names of requests; the origin's, localhost and addresses are always allowed. A leading dot
     * allows all subdomains.
     */
    allowedHosts: hostsConfig.shape.allowedHosts,
    /** Suffix of the context cookie; default: the port, because browsers share cookies between ports of a host. */
    deployment: z
      .string()
      .regex(/^[a-z0-9-]{1,32}$/)
      .optional(),
    /** Maximum size of an import, in bytes. */
    importMax: z.coerce
      .number()
      .int()
      .min(1)
      .default(2 * 1024 ** 3),
    /** Time limit for a whole JSON body, and for a pause of an import's sender. */
    bodyPatienceMs: z.coerce.number().int().min(1).default(30_000),
    ipLimitPerMinute: z.coerce.number().int().min(1).default(3_000),
    credentialLimitPerMinute: z.coerce.number().int().min(1).default(600_000),
    userLimitPerMinute: z.coerce.number().int().min(1).default(600_000),
    companyLimitPerMinute: z.coerce.number().int().min(1).default(1_200_000),
    /** 32 bytes as base64; replicas share it, so that each accepts the others' cursors. */
    cursorKey: secret().optional(),
    /** Folder of the built console; default: the project's own. */
    consoleDir: z.string().default(resolve(import.meta.dirname, '../../web/dist')),
    /** Origin of a separate console server, for example http://web:8080. */
    consoleUrl: z.url({ protocol: /^https?$/ }).optional(),
    environment: z.enum(['development', 'testing', 'production']).default('development'),
    /** Time of the build; default: start of the process. */
    buildTime: z.iso.datetime().optional(),
    databaseName: z.string().default('pii_vault'),
  },
  ({ origin, trustedProxies }, env) => (isProduction(env) ? unsafeEdge(origin, trustedProxies) : []),
);

/**
 * Unsafe settings in production: a wrong public address breaks links and cookies, and unconfigured proxies let
 * clients forge their address.
 */
function unsafeEdge(origin: string | undefined, proxies: readonly string[] | undefined): string[] {
  const tooWide = proxies === undefined || isNone(proxies) ? undefined : whyTooWide(proxies);
  return [
    ...(origin !== undefined && isPublicUrl(origin)
      ? []
      : ['PIIVAULT_ORIGIN: production requires the public https address']),
    ...(proxies?.length === 0
      ? ['PIIVAULT_TRUSTED_PROXIES: production requires the addresses of the proxies, or none']
      : []),
    ...(tooWide === undefined
      ? []
      : [
          `PIIVAULT_TRUSTED_PROXIES: ${tooWide}, so clients could forge their address; list the proxies only`,
        ]),
  ];
}

/** Address ranges of the setting; empty for `none`. */
export function proxyRanges(setting: readonly string[]): readonly string[] {
  return isNone(setting) ? [] : setting;
}
