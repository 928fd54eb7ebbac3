import { resolve } from 'node:path';
import { defineConfig, secret } from '@pii-vault/platform/config/config';
import { isProduction, isPublicUrl } from '@pii-vault/platform/config/production';
import { isAddressRange } from '@pii-vault/platform/net/address-ranges';
import { hostsConfig } from '@pii-vault/platform/net/hosts-config';
import { whyTooWide } from '@pii-vault/platform/net/wide-ranges';
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

/** Settings of the gateway, PIIVAULT_PORT and so on. */
export const gatewayConfig = defineConfig(
  'PIIVAULT',
  {
    /** 0 lets the system choose. */
    port: port.default(8080),
    host: z.string().default('127.0.0.1'),
    /** Address that people use, for origin checks and cookies, for example https://vault.example.com. */
    origin: z.url().optional(),
    /** Further origins whose pages may call the API. */
    corsOrigins: list,
    /** Hosts of the hosting platform, whose pages may always call (exact, or with a leading dot all below). */
    platformDomains: list,
    /** Addresses and ranges of the proxies whose X-Forwarded-For is believed; `none` states that there is none. */
    trustedProxies: list.refine(
      (all) => isNone(all) || all.every(isAddressRange),
      'is a list of addresses and CIDR ranges, or none',
    ),
    /** Further host names of requests; the origin's, localhost and addresses always pass. A leading dot allows all below. */
    allowedHosts: hostsConfig.shape.allowedHosts,
    /** Names the context cookie; the port when unset, as browsers share cookies between ports of a host. */
    deployment: z
      .string()
      .regex(/^[a-z0-9-]{1,32}$/)
      .optional(),
    /** Longest body of an import, in bytes. */
    importMax: z.coerce
      .number()
      .int()
      .min(1)
      .default(2 * 1024 ** 3),
    /** How long a JSON body may take as a whole, and how long the sender of an import may pause. */
    bodyPatienceMs: z.coerce.number().int().min(1).default(30_000),
    ipLimitPerMinute: z.coerce.number().int().min(1).default(3_000),
    credentialLimitPerMinute: z.coerce.number().int().min(1).default(600_000),
    userLimitPerMinute: z.coerce.number().int().min(1).default(600_000),
    companyLimitPerMinute: z.coerce.number().int().min(1).default(1_200_000),
    /** 32 bytes base64; shared by replicas so that each understands the others' cursors. */
    cursorKey: secret().optional(),
    /** Folder of the built console; by default the project's own. */
    consoleDir: z.string().default(resolve(import.meta.dirname, '../../web/dist')),
    /** Origin of the server that has the console instead, for example http://web:8080. */
    consoleUrl: z.url({ protocol: /^https?$/ }).optional(),
    environment: z.enum(['development', 'testing', 'production']).default('development'),
    /** When this build was made; by default the start of the process. */
    buildTime: z.iso.datetime().optional(),
    databaseName: z.string().default('pii_vault'),
  },
  ({ origin, trustedProxies }, env) => (isProduction(env) ? unsafeEdge(origin, trustedProxies) : []),
);

/** What production refuses: links and cookies of another address, and client addresses that anybody can write. */
function unsafeEdge(origin: string | undefined, proxies: readonly string[] | undefined): string[] {
  const tooWide = proxies === undefined || isNone(proxies) ? undefined : whyTooWide(proxies);
  return [
    ...(origin !== undefined && isPublicUrl(origin)
      ? []
      : ['PIIVAULT_ORIGIN: production needs the public https address']),
    ...(proxies?.length === 0
      ? ['PIIVAULT_TRUSTED_PROXIES: production needs the addresses of the proxies in front, or none']
      : []),
    ...(tooWide === undefined
      ? []
      : [
          `PIIVAULT_TRUSTED_PROXIES: ${tooWide}, so strangers could name any client address; name the proxies`,
        ]),
  ];
}

/** The proxies of the setting as ranges; `none` is no range. */
export function proxyRanges(setting: readonly string[]): readonly string[] {
  return isNone(setting) ? [] : setting;
}
