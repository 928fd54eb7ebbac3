import {
  type ConfigOf,
  defineConfig,
  type Environment,
  secret,
} from '@pii-vault/platform/core/config/config';
import { isProduction } from '@pii-vault/platform/core/config/production';
import type { Secret } from '@pii-vault/platform/core/config/secret';
import { z } from 'zod';

export const cryptoConfig = defineConfig(
  'CRYPTO',
  {
    /** Where keys are stored: files of this machine, a PKCS#11 token, or AWS KMS. */
    keyStore: z.enum(['local', 'pkcs11', 'kms']).default('local'),
    /** Folder of the local key store, outside the data folder. */
    keysDir: z.string().min(1).default('.keys'),
    /** Local key files are for evaluation; production has to allow them explicitly. */
    allowLocalKeys: z.stringbool().default(false),
    /** Path of the PKCS#11 library. */
    pkcs11Library: z.string().min(1).optional(),
    /** Label of the token. */
    pkcs11Token: z.string().min(1).max(32).optional(),
    /** PIN of the token's user. */
    pkcs11Pin: secret().optional(),
    /** Sessions on the token; each has its own thread. */
    pkcs11Sessions: z.coerce.number().int().min(1).max(32).default(2),
    /** Region of AWS KMS; unset: resolved by the AWS SDK. */
    kmsRegion: z.string().min(1).optional(),
    /** Endpoint of AWS KMS in place of the region's default. */
    kmsEndpoint: z.url().optional(),
    /** Waiting period before AWS KMS deletes a destroyed key, in days. */
    kmsDeletionDays: z.coerce.number().int().min(7).max(30).default(7),
    /** Timeout of a call to the token or to AWS KMS. */
    keyStoreTimeoutMs: z.coerce.number().int().min(100).max(60_000).default(5_000),
    /** Life of an epoch key in days: a backup can be opened for this long after an erasure. */
    epochLifeDays: z.coerce.number().int().min(1).max(365).default(30),
    /** Life of a master key in days. Then a new one is created and the keys that it wraps are rewrapped. */
    masterRotationDays: z.coerce.number().int().min(1).max(3_650).default(365),
    /** Life of the key that signs tokens. */
    tokenRotationDays: z.coerce.number().int().min(2).max(365).default(90),
    /** Interval of the job that starts due rotations and continues running ones. */
    rotationCheckMs: z.coerce.number().int().min(100).default(60_000),
    /** Interval of the job that ends the epoch and completes interrupted epoch turns. */
    epochCheckMs: z.coerce.number().int().min(100).default(3_600_000),
    /** Minimum time between replacement and destruction of a field-key version: cache life plus longest transaction. */
    retireGraceMs: z.coerce.number().int().min(0).default(120_000),
    /** Interval of health checks of the key store. */
    healthCheckMs: z.coerce.number().int().min(100).default(60_000),
  },
  keyStoreProblems,
);
export type CryptoConfig = ConfigOf<typeof cryptoConfig>;

interface KeyStoreSettings {
  readonly keyStore?: 'local' | 'pkcs11' | 'kms';
  readonly allowLocalKeys?: boolean;
  readonly pkcs11Library?: string | undefined;
  readonly pkcs11Token?: string | undefined;
  readonly pkcs11Pin?: Secret | undefined;
  readonly kmsEndpoint?: string | undefined;
}

function keyStoreProblems(config: KeyStoreSettings, env: Environment): string[] {
  switch (config.keyStore) {
    case 'local':
      return isProduction(env) && !config.allowLocalKeys ? [LOCAL_IN_PRODUCTION] : [];
    case 'pkcs11':
      return [
        ...(config.pkcs11Library === undefined
          ? ['CRYPTO_PKCS11_LIBRARY: set the path of the PKCS#11 library']
          : []),
        ...(config.pkcs11Token === undefined ? ['CRYPTO_PKCS11_TOKEN: set the label of the token'] : []),
        ...(config.pkcs11Pin === undefined
          ? ['CRYPTO_PKCS11_PIN_FILE: set the file that holds the PIN']
          : []),
      ];
    case 'kms':
      return isProduction(env) && config.kmsEndpoint?.startsWith('https:') === false
        ? ['CRYPTO_KMS_ENDPOINT: production requires https']
        : [];
    default:
      return [];
  }
}

const LOCAL_IN_PRODUCTION =
  'CRYPTO_KEY_STORE: production requires pkcs11 or kms; set CRYPTO_ALLOW_LOCAL_KEYS=true to allow local key files';
