import { type ConfigOf, defineConfig, type Environment, secret } from '@pii-vault/platform/config/config';
import { isProduction } from '@pii-vault/platform/config/production';
import type { Secret } from '@pii-vault/platform/config/secret';
import { z } from 'zod';

export const cryptoConfig = defineConfig(
  'CRYPTO',
  {
    /** Where keys live: files of this machine, a PKCS#11 token, or AWS KMS. */
    keyStore: z.enum(['local', 'pkcs11', 'kms']).default('local'),
    /** Folder of the local key store, outside the data folder. */
    keysDir: z.string().min(1).default('.keys'),
    /** Keys in local files are for evaluation; production must say that it means it. */
    allowLocalKeys: z.stringbool().default(false),
    /** Path of the PKCS#11 library. */
    pkcs11Library: z.string().min(1).optional(),
    /** Label of the token. */
    pkcs11Token: z.string().min(1).max(32).optional(),
    /** PIN of the token's user. */
    pkcs11Pin: secret().optional(),
    /** Sessions on the token, each in a thread of its own. */
    pkcs11Sessions: z.coerce.number().int().min(1).max(32).default(2),
    /** Region of AWS KMS; unset: as the AWS SDK finds it. */
    kmsRegion: z.string().min(1).optional(),
    /** Another address of AWS KMS than the region's own. */
    kmsEndpoint: z.url().optional(),
    /** AWS KMS deletes a destroyed key no earlier. */
    kmsDeletionDays: z.coerce.number().int().min(7).max(30).default(7),
    /** Longest that a call to the token or to AWS KMS takes. */
    keyStoreTimeoutMs: z.coerce.number().int().min(100).max(60_000).default(5_000),
    /** Life of an epoch key in days: how long a backup can be opened after what is in it was erased. */
    epochLifeDays: z.coerce.number().int().min(1).max(365).default(30),
    /** Life of a master key in days: then the next one is made and everything moves under it. */
    masterRotationDays: z.coerce.number().int().min(1).max(3_650).default(365),
    /** Life of the key that signs tokens. */
    tokenRotationDays: z.coerce.number().int().min(2).max(365).default(90),
    /** How often it is looked for rotations that are due or under way. */
    rotationCheckMs: z.coerce.number().int().min(100).default(60_000),
    /** How often it is looked whether the epoch is over, and what an interrupted turn left to destroy. */
    epochCheckMs: z.coerce.number().int().min(100).default(3_600_000),
    /** How long after its replacement a field-key version may not be destroyed: cache life plus longest transaction. */
    retireGraceMs: z.coerce.number().int().min(0).default(120_000),
    /** How often the key store is asked how it is. */
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
          ? ['CRYPTO_PKCS11_LIBRARY: the path of the library is needed']
          : []),
        ...(config.pkcs11Token === undefined
          ? ['CRYPTO_PKCS11_TOKEN: the label of the token is needed']
          : []),
        ...(config.pkcs11Pin === undefined
          ? ['CRYPTO_PKCS11_PIN_FILE: the file with the PIN is needed']
          : []),
      ];
    case 'kms':
      return isProduction(env) && config.kmsEndpoint?.startsWith('https:') === false
        ? ['CRYPTO_KMS_ENDPOINT: production needs https']
        : [];
    default:
      return [];
  }
}

const LOCAL_IN_PRODUCTION =
  'CRYPTO_KEY_STORE: in production keys belong into pkcs11 or kms; set CRYPTO_ALLOW_LOCAL_KEYS=true if you mean local files';
