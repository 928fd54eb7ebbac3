import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database } from '@pii-vault/platform/db/database';
import type { CompanyStatus } from '../company-status/company-status.ts';
import type { ConsentDetails } from '../consents/consent.ts';
import { tooMany } from '../errors.ts';
import { inRetriedTransaction } from './create-record.ts';
import type { PersonInput, PersonResult } from './person.ts';
import { type ValueProblem, validatePerson } from './validate-person.ts';
import type { WritePeople } from './write-people.ts';

export interface BatchRecord {
  readonly fields: Readonly<Record<string, string>>;
  readonly externalId?: string;
}

export type BatchResult =
  | { readonly status: 'created'; readonly individualId: number }
  | { readonly status: 'rejected'; readonly problems: readonly ValueProblem[] };

export const MAX_BATCH = 1_000;
/** People of one transaction: encrypting them holds the event loop about 15 ms. */
const CHUNK = 200;
/** Records validated between two turns of the event loop. */
const VALIDATED_AT_ONCE = 50;

export type CreateRecords = (
  ctx: Ctx,
  input: {
    readonly companyId: number;
    readonly consent: ConsentDetails;
    readonly records: readonly BatchRecord[];
  },
) => Promise<BatchResult[]>;

/** Up to 1,000 new people, results in order. A bad record rejects itself; each chunk is one transaction. */
export function createRecordsUseCase(deps: {
  readonly db: Pick<Database, 'tenant'>;
  readonly status: CompanyStatus;
  readonly writePeople: WritePeople;
}): CreateRecords {
  return async (ctx, { companyId, consent, records }) => {
    if (records.length > MAX_BATCH) throw tooMany('records', MAX_BATCH);
    await deps.status.requireOpen(companyId);
    const results: BatchResult[] = [];
    const good = await validateAll(records, results);
    for (let from = 0; from < good.length; from += CHUNK) {
      const chunk = good.slice(from, from + CHUNK);
      const people = chunk.map(({ person }) => person);
      const options = { companyId, consent, onExisting: 'reject' as const };
      const written = await inRetriedTransaction(deps.db, companyId, (tx) =>
        deps.writePeople(tx, ctx, options, people),
      );
      for (const [n, { at }] of chunk.entries()) results[at] = batchResultOf(written[n]);
    }
    return results;
  };
}

async function validateAll(
  records: readonly BatchRecord[],
  results: BatchResult[],
): Promise<{ at: number; person: PersonInput }[]> {
  const good: { at: number; person: PersonInput }[] = [];
  for (const [at, { fields, externalId }] of records.entries()) {
    if (at > 0 && at % VALIDATED_AT_ONCE === 0) await nextTurn();
    const { person, problems } = validatePerson(fields, externalId);
    if (person === undefined) results[at] = { status: 'rejected', problems };
    else good.push({ at, person });
  }
  return good;
}

function batchResultOf(result: PersonResult | undefined): BatchResult {
  if (result === undefined) return { status: 'rejected', problems: [] };
  if (result.status === 'rejected') return { status: 'rejected', problems: [result] };
  return { status: 'created', individualId: result.individualId };
}
