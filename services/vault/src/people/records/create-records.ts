import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { yieldToEventLoop } from '@pii-vault/platform/core/threads/yield-to-event-loop';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type { ConsentDetails } from '../../consents/consent.ts';
import { tooMany } from '../../errors.ts';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import type { WriteGate } from '../../limits/write-gate.ts';
import { inRetriedTransaction, once } from '../idempotency/once.ts';
import type { WithIdentities } from './identities.ts';
import type { IdentityBook } from './identity.ts';
import { type AfterErasure, disclosedBy, type PersonInput, type PersonResult } from './person.ts';
import { type ValueProblem, validatePerson } from './validate-person.ts';
import type { WritePeople } from './write-people.ts';

export interface BatchRecord {
  readonly fields: Readonly<Record<string, string>>;
  readonly externalId?: string;
}

export type BatchResult =
  | { readonly status: 'created'; readonly individualId: number }
  | { readonly status: 'rejected'; readonly problems: readonly ValueProblem[] };

const MAX_BATCH = 1_000;
/** People of one transaction. */
const CHUNK = 200;
/** One is encrypted while the database commits another. */
const CHUNKS_AT_ONCE = 2;
/** Records validated per slice of the event loop. */
const VALIDATED_AT_ONCE = 25;

export interface BatchInput {
  readonly companyId: number;
  readonly consent: ConsentDetails;
  readonly records: readonly BatchRecord[];
  readonly afterErasure?: AfterErasure;
}

export type CreateRecords = (ctx: Ctx, input: BatchInput) => Promise<BatchResult[]>;

interface BatchDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly keys: CompanyKeys;
  readonly writePeople: WritePeople;
  readonly withIdentities: WithIdentities;
  readonly gate: WriteGate;
}

interface Good {
  readonly at: number;
  readonly person: PersonInput;
}

/**
 * Creates up to 1,000 people, results in order. A bad record is rejected alone. Each chunk is one transaction; with an
 * Idempotency-Key all of them are one. If a call without a key fails, a later chunk may be committed and an earlier one
 * not.
 */
export function createRecordsUseCase(deps: BatchDeps): CreateRecords {
  const create = creating(deps);
  return async (ctx, input) => {
    const { companyId } = input;
    await deps.gate.requireMayWrite(ctx, companyId);
    const results = await create(ctx, input);
    const problems = results.flatMap((result) => (result.status === 'rejected' ? result.problems : []));
    await deps.gate.count(ctx, companyId, disclosedBy(problems));
    return results;
  };
}

function creating(deps: BatchDeps): CreateRecords {
  return async (ctx, input) => {
    const { companyId, consent, records, afterErasure } = input;
    if (records.length > MAX_BATCH) throw tooMany('records', MAX_BATCH);
    const results: BatchResult[] = [];
    const good = await validateAll(records, results);
    const chunks = Array.from({ length: Math.ceil(good.length / CHUNK) }, (_, n) =>
      good.slice(n * CHUNK, (n + 1) * CHUNK),
    );
    const write = async (tx: Tx, chunk: readonly Good[], identities: IdentityBook) => {
      const options = { companyId, consent, onExisting: 'reject' as const, afterErasure, identities };
      const written = await deps.writePeople(
        tx,
        ctx,
        options,
        chunk.map(({ person }) => person),
      );
      for (const [n, { at }] of chunk.entries()) results[at] = batchResultOf(written[n]);
    };
    if (ctx.idempotencyKey === undefined) {
      // Records without an external id do not conflict with each other.
      const atOnce = good.some(({ person }) => person.externalId !== undefined) ? 1 : CHUNKS_AT_ONCE;
      await forEachWithConcurrency(chunks, atOnce, (chunk) =>
        deps.withIdentities(ctx, companyId, (newBook) =>
          inRetriedTransaction(deps.db, companyId, (tx) => write(tx, chunk, newBook())),
        ),
      );
      return results;
    }
    const request = { companyId, consent: { ...consent, date: undefined }, records, afterErasure };
    const call = { companyId, route: 'POST /pii-records/batch', request };
    return await deps.withIdentities(ctx, companyId, (newBook) =>
      inRetriedTransaction(deps.db, companyId, (tx) =>
        once(deps.keys, ctx, tx, call, async () => {
          const identities = newBook();
          for (const chunk of chunks) await write(tx, chunk, identities);
          return results;
        }),
      ),
    );
  };
}

async function validateAll(records: readonly BatchRecord[], results: BatchResult[]): Promise<Good[]> {
  const good: Good[] = [];
  for (const [at, { fields, externalId }] of records.entries()) {
    if (at > 0 && at % VALIDATED_AT_ONCE === 0) await yieldToEventLoop();
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

/**
 * Runs `work` for each item, in order, at most `concurrency` at a time. After a failure it starts no further item and
 * waits for the running ones. @throws the first failure
 */
export async function forEachWithConcurrency<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const failures: unknown[] = [];
  const worker = async () => {
    while (failures.length === 0) {
      const item = waiting.shift();
      if (item === undefined) return;
      await work(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  if (failures.length > 0) throw failures[0];
}
