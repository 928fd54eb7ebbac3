import type { ServiceName } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import { fromKeyStore } from '../../errors.ts';
import type { KeyStore } from '../../key-store/key-store.ts';
import type { StoreKey } from '../company-keys/encryption-key-store.ts';
import { epochEndsAt } from '../epochs/epoch.ts';
import { findActiveEpoch } from '../epochs/epoch-store.ts';
import type { FindCertificateKey } from './certificate-key.ts';
import { certificateKeyName, composeCertificate } from './certificate-text.ts';

const DAY_MS = 86_400_000;

export interface SignedCertificate {
  readonly key: StoreKey;
  readonly text: Buffer;
  /** 64 bytes. */
  readonly signature: Buffer;
}

export type SignCertificate = (
  ctx: Ctx,
  input: { readonly companyId: number; readonly signer: ServiceName; readonly statement: Buffer },
) => Promise<SignedCertificate>;

/** Signs the statement of a service. @throws AppError INVALID_ARGUMENT CERTIFICATE_TEXT · UNAVAILABLE */
export function signCertificate(deps: {
  readonly db: Pick<Database, 'system'>;
  readonly store: Pick<KeyStore, 'sign'>;
  readonly findKey: FindCertificateKey;
  readonly epochLifeDays: number;
  /** Days for which the key store keeps a key after its destruction was requested. */
  readonly deletionWaitDays: number;
}): SignCertificate {
  return async (ctx, input) => {
    const epoch = await deps.db.system(findActiveEpoch);
    if (epoch === undefined) throw new Error('the deployment has no active epoch');
    // Adds a day, because the job that ends epochs runs at intervals and takes time.
    const waitMs = (deps.deletionWaitDays + 1) * DAY_MS;
    const copiesOpenUntil = new Date(epochEndsAt(epoch, deps.epochLifeDays).getTime() + waitMs);
    const key = await deps.findKey(ctx);
    const text = composeCertificate(certificateKeyName(key.keyId), { ...input, copiesOpenUntil });
    try {
      return { key, text, signature: await deps.store.sign(key.reference, text) };
    } catch (error) {
      throw fromKeyStore(error);
    }
  };
}
