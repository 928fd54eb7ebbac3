import type { Cache } from '@pii-vault/platform/cache/cache';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { resourceExhausted } from '@pii-vault/platform/core/errors/app-error';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import { canonicalise } from '@pii-vault/platform/domain/field-types/canonical';
import { isFieldType, type StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import { indexForm } from '@pii-vault/platform/domain/field-types/matching-form';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { CompanyStatus } from '../../consents/company-status/company-status.ts';
import { bitOf, requirePurpose } from '../../consents/consent.ts';
import { coveredPeople } from '../../consents/covered-people.ts';
import { invalidField, invalidRecord } from '../../errors.ts';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import { readIndividuals } from '../individuals/individuals-store.ts';
import { findHolders } from './search-store.ts';
import { spendSearch } from './spend-search.ts';

export interface SearchHit {
  readonly individualId: number;
  readonly masterKey: string;
}

export type SearchPii = (
  ctx: Ctx,
  input: {
    readonly companyId: number;
    readonly fieldType: string;
    readonly value: string;
    readonly purpose: string;
  },
) => Promise<SearchHit[]>;

const MAX_HITS = 200;
const MINUTE_MS = 60_000;

/**
 * People of the company with exactly this value whose consent for that field covers the purpose now. Each search is
 * counted against the caller's budgets per minute and day, and audited with its purpose.
 */
export function searchPiiUseCase(deps: {
  readonly db: Pick<Database, 'tenant'>;
  readonly cache: Pick<Cache, 'increment'>;
  readonly status: CompanyStatus;
  readonly keys: CompanyKeys;
  readonly zones: CompanyZones;
  readonly searchesPerMinute: number;
}): SearchPii {
  return async (ctx, { companyId, fieldType, value, purpose }) => {
    const type = searchableType(fieldType);
    requirePurpose(purpose);
    await deps.status.requireOpen(companyId);
    await spend(deps, ctx, companyId);
    await spendSearch(deps, ctx, companyId);
    const canonical = canonicalise(type, value);
    if (!canonical.ok) throw invalidRecord([{ path: 'value', message: canonical.message }]);
    const keys = await deps.keys.indexKeys(companyId);
    return await deps.db.tenant({ companies: [companyId] }, async (tx) => {
      const holders = await findHolders(tx, keys, companyId, type, [canonical.value], MAX_HITS);
      const found = holders.get(canonical.value) ?? [];
      const covered = await coveredPeople(tx, companyId, found, { types: bitOf(type), purpose });
      const people = await readIndividuals(tx, [companyId], covered);
      const individualIds = people.map((one) => one.id);
      const facts = {
        companyId,
        individualIds,
        fieldNames: [type],
        purpose,
        counts: { hits: people.length },
      };
      await tx.publish(auditMessage('vault', ctx, { ...facts, action: 'data_search' }));
      return people.map((one) => ({ individualId: one.id, masterKey: one.masterKey }));
    });
  };
}

function searchableType(name: string): StoredType {
  const type = name === 'externalId' ? 'external_id' : name;
  const isKnown = type === 'external_id' || isFieldType(type);
  if (!isKnown || indexForm(type, 'x') === null) {
    throw invalidField('FIELD_TYPE_NOT_SEARCHABLE', 'fieldType', 'cannot be searched');
  }
  return type;
}

/** A failed guess counts, too, and the audit trail shows it. */
async function spend(
  deps: { readonly cache: Pick<Cache, 'increment'>; readonly searchesPerMinute: number },
  ctx: Ctx,
  companyId: number,
): Promise<void> {
  const who = ctx.caller.kind === 'user' ? `user:${ctx.caller.userId}` : ctx.caller.service;
  const spent = await deps.cache.increment(`vault:search:${companyId}:${who}`, MINUTE_MS);
  if (spent <= deps.searchesPerMinute) return;
  throw resourceExhausted('SEARCH_BUDGET', 'Too many searches; try again in a minute', {
    retryAfterMs: MINUTE_MS,
  });
}
