import type { Tx } from '@pii-vault/platform/postgres/database';
import { keysMissing } from '../../errors.ts';
import {
  type KeyDescription,
  type KeyStore,
  KeyStoreError,
  type KeyStoreFault,
} from '../../key-store/key-store.ts';

/** Concurrent look-ups. */
const PARALLEL = 16;

interface ReferenceRow {
  readonly name: string;
  readonly reference: string;
  readonly public_key: Buffer | null;
}

/**
 * Looks up every key that a row references.
 * @throws AppError FAILED_PRECONDITION KEYS_MISSING · KeyStoreError unavailable
 */
export async function refuseMissingKeys(
  store: Pick<KeyStore, 'describe'>,
  tx: Pick<Tx, 'query'>,
): Promise<void> {
  const rows = await tx.query<ReferenceRow>(
    `SELECT 'epoch ' || epoch AS name, hsm_key_reference AS reference, NULL::bytea AS public_key
    FROM epochs WHERE status = 'active'
    UNION ALL
    SELECT purpose || ' key of ' || CASE WHEN company_id > 0 THEN 'company ' || company_id
        WHEN agreement_id > 0 THEN 'link agreement ' || agreement_id ELSE 'the deployment' END,
      hsm_key_reference, public_key
    FROM encryption_keys WHERE hsm_key_reference IS NOT NULL AND status IN ('active', 'retiring')`,
  );
  const missing: string[] = [];
  for (let at = 0; at < rows.length; at += PARALLEL) {
    const some = rows.slice(at, at + PARALLEL);
    const found = await Promise.all(some.map((row) => isPresent(store, row)));
    missing.push(...some.filter((_, i) => found[i] === false).map((row) => row.name));
  }
  const [first] = missing;
  if (first === undefined) return;
  throw keysMissing(
    `The key store lacks ${missing.length} of the ${rows.length} keys that the database references, the first for ${first}. ` +
      'This database was created with other keys: restore its keys folder, or start with an empty database.',
  );
}

async function isPresent(store: Pick<KeyStore, 'describe'>, row: ReferenceRow): Promise<boolean> {
  const found = await describeOrNothing(store, row.reference);
  if (found === undefined) return false;
  return row.public_key === null || found.publicKey?.equals(row.public_key) === true;
}

/** The key is damaged or belongs to another provider. */
const UNUSABLE: readonly KeyStoreFault[] = ['absent', 'integrity', 'misuse'];

async function describeOrNothing(
  store: Pick<KeyStore, 'describe'>,
  reference: string,
): Promise<KeyDescription | undefined> {
  try {
    return await store.describe(reference);
  } catch (error) {
    if (error instanceof KeyStoreError && UNUSABLE.includes(error.fault)) return undefined;
    throw error;
  }
}
