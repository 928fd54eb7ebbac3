import { createSecretKey, hash, type KeyObject } from 'node:crypto';
import { crossScope, intraScope, type Scope } from '@pii-vault/lineage/scopes/scope';
import { type Space, spaceKey } from '@pii-vault/lineage/spaces/space';
import { ensureSpaces } from '@pii-vault/lineage/spaces/spaces-store';
import type { Database } from '@pii-vault/platform/postgres/database';
import { ENCODING_VERSION } from '@pii-vault/vault/encoding/encoding-version';
import type { LinkableFields } from '@pii-vault/vault/encoding/record-encoder';

/** A scope of the run: one company, or two and their agreement. */
export interface EvaluatedScope {
  readonly space: Space;
  readonly companyIds: readonly number[];
  readonly key: KeyObject;
}

/** Fields of a person to encode in a scope: agreements exclude Aadhaar. */
export function fieldsIn({ companyIds }: EvaluatedScope, fields: LinkableFields): LinkableFields {
  if (companyIds.length === 1) return fields;
  const { aadhaar: _, ...others } = fields;
  return others;
}

const KEY_VERSION = 1;
export const STORE_KEY_VERSION = 1;

/**
 * Creates the scopes of companies 1 to `companies`: one per company, and one per pair of companies with an agreement.
 */
export async function openScopes(
  db: Pick<Database, 'system'>,
  companies: number,
  seed: number,
): Promise<EvaluatedScope[]> {
  const ids = Array.from({ length: companies }, (_, at) => at + 1);
  const twos = ids.flatMap((one) => ids.filter((other) => other > one).map((other) => [one, other] as const));
  const plans = [
    ...ids.map((id) => ({ scope: intraScope(id), companyIds: [id] })),
    ...twos.map((companyIds, at) => ({ scope: crossScope(at + 1), companyIds: [...companyIds] })),
  ];
  return await db.system(async (tx) => {
    await tx.query(
      `INSERT INTO agreement_scopes (agreement_id, company_id, other_company_id)
       SELECT at, one, other FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS t(one, other, at)
       UNION ALL SELECT at, other, one FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS t(one, other, at)`,
      [twos.map(([one]) => one), twos.map(([, other]) => other)],
    );
    const names = plans.map(({ scope }) => nameOf(scope));
    const { spaces } = await ensureSpaces(tx, names, STORE_KEY_VERSION);
    return plans.map(({ scope, companyIds }) => {
      const space = spaces.get(spaceKey(nameOf(scope)));
      if (space === undefined) throw new Error(`There is no space for ${scope}`);
      const key = createSecretKey(hash('sha256', `match-evaluate ${seed} ${scope}`, 'buffer'));
      return { space, companyIds, key };
    });
  });
}

const nameOf = (scope: Scope) => ({ scope, keyVersion: KEY_VERSION, encodingVersion: ENCODING_VERSION });
