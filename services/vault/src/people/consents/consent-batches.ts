import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import { type FieldType, isFieldType } from '@pii-vault/platform/domain/field-types/field-type';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import {
  bitOf,
  type ConsentDetails,
  type ConsentEntry,
  hasSameNotice,
  maskOf,
  requirePurpose,
} from '../../consents/consent.ts';
import { insertConsents } from '../../consents/consents-store.ts';
import { liveEntriesOf, purposesAcceptedByAll } from '../../consents/coverage.ts';
import { invalidField, tooMany } from '../../errors.ts';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import type { SpendConsents } from '../../limits/budgets/spend-daily.ts';
import { writtenBy } from '../../limits/stops/written-by.ts';
import type { WriteGate } from '../../limits/write-gate.ts';
import { inRetriedTransaction, once } from '../idempotency/once.ts';
import { bumpPerson } from '../individuals/bump-person.ts';
import { erasedAmong } from '../individuals/erased-people-store.ts';
import type { WithIdentities } from '../records/identities.ts';
import type { IdentityBook } from '../records/identity.ts';
import { type LockedPerson, lockPeople, readPeople } from '../records/locked-person.ts';
import { listedTypes, scoredAfter } from '../records/plan-person.ts';
import { otherRecords } from './other-records.ts';
import { stoppingTypes, withdrawalMask, withdrawFrom } from './withdraw-consent.ts';

/** People of one call. */
const MAX_PEOPLE = 200;

export interface BatchInput {
  readonly companyId: number;
  readonly individualIds: readonly number[];
  /** Empty: every type. */
  readonly fieldTypes: readonly string[];
  /** Judges everybody and writes nothing. */
  readonly isDryRun: boolean;
}

export interface ConsentResult {
  readonly individualId: number;
  readonly status: 'given' | 'withdrawn' | 'unchanged' | 'refused';
  readonly reason?: 'NOT_FOUND' | 'ERASED' | 'NO_FIELDS' | 'CONSENT_WITHDRAWN';
  readonly fieldTypes: readonly FieldType[];
}

export interface ConsentBatches {
  /** @throws AppError PERMISSION_DENIED APPROVAL_REQUIRED before anything is written */
  readonly giveConsents: (
    ctx: Ctx,
    input: BatchInput & { readonly details: ConsentDetails },
  ) => Promise<ConsentResult[]>;
  readonly withdrawConsents: (
    ctx: Ctx,
    input: BatchInput & { readonly purpose: string },
  ) => Promise<ConsentResult[]>;
}

export interface BatchDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly keys: CompanyKeys;
  readonly gate: Pick<WriteGate, 'requireMayWrite' | 'count'>;
  readonly withIdentities: WithIdentities;
  readonly spendConsents: SpendConsents;
}

/** Consents recorded and withdrawn for stored people, each judged alone, by the rules of a single call. */
export function consentBatches(deps: BatchDeps): ConsentBatches {
  return {
    giveConsents: (ctx, input) => give(deps, ctx, input),
    withdrawConsents: (ctx, input) => withdrawAmong(deps, ctx, input),
  };
}

type Giving = BatchInput & { readonly details: ConsentDetails };

async function give(deps: BatchDeps, ctx: Ctx, asked: Giving): Promise<ConsentResult[]> {
  const input = { ...asked, individualIds: distinct(asked.individualIds) };
  const { companyId, details } = input;
  withdrawalMask(input.fieldTypes);
  await deps.gate.requireMayWrite(ctx, companyId);
  const { results: planned, answers } = await judged(deps, ctx, input);
  // A refusal for another record discloses that the two share a value.
  if (answers > 0) await deps.gate.count(ctx, companyId, { answers });
  const given = new Set(
    planned.flatMap(({ individualId, status }) => (status === 'given' ? individualId : [])),
  );
  if (input.isDryRun) return planned;
  if (given.size > 0) await deps.spendConsents(ctx, companyId, details.purpose, given.size);
  const request = { ...input, details: { ...details, date: details.date.toISOString() } };
  const call = { companyId, route: 'POST /consents', request };
  const { results } = await deps.withIdentities(ctx, companyId, (newBook) =>
    inRetriedTransaction(deps.db, companyId, (tx) =>
      once(deps.keys, ctx, tx, call, async () => {
        const { people, results: now } = await judge(tx, input, lockPeople, newBook());
        // Only people that the budget has counted.
        const written = now.map((one) =>
          one.status === 'given' && !given.has(one.individualId) ? undone(one) : one,
        );
        await write(tx, ctx, input, people, written);
        return { results: written };
      }),
    ),
  );
  return results;
}

const undone = ({ individualId }: ConsentResult): ConsentResult => ({
  individualId,
  status: 'unchanged',
  fieldTypes: [],
});

type Read = typeof readPeople;

const judged = (deps: BatchDeps, ctx: Ctx, input: Giving): Promise<Judged> =>
  deps.withIdentities(ctx, input.companyId, (newBook) =>
    deps.db.tenant({ companies: [input.companyId] }, (tx) => judge(tx, input, readPeople, newBook())),
  );

interface Judged {
  readonly people: ReadonlyMap<number, LockedPerson>;
  readonly results: ConsentResult[];
  /** People refused for a withdrawal in another record alone. */
  readonly answers: number;
}

async function judge(
  tx: Tx,
  { companyId, individualIds, details, fieldTypes }: Giving,
  read: Read,
  book: IdentityBook,
): Promise<Judged> {
  const people = await read(tx, companyId, individualIds);
  const missing = await missingResults(tx, companyId, individualIds, people);
  const others = await otherRecords(tx, companyId, people, details.purpose, book);
  const typeMask = withdrawalMask(fieldTypes);
  const results = individualIds.map((individualId) => {
    const held = people.get(individualId);
    if (held === undefined) return missing(individualId);
    return judgePerson(held, [held.consents, ...(others.get(individualId) ?? [])], details, typeMask);
  });
  const answers = results.filter(({ individualId, status }) => {
    const held = people.get(individualId);
    if (held === undefined || status !== 'refused' || !others.has(individualId)) return false;
    return judgePerson(held, [held.consents], details, typeMask).status !== 'refused';
  });
  return { people, results, answers: answers.length };
}

function judgePerson(
  held: LockedPerson,
  histories: ReadonlyArray<readonly ConsentEntry[]>,
  details: ConsentDetails,
  typeMask: number,
): ConsentResult {
  const { individualId } = held;
  const types = activeTypes(held).filter((type) => typeMask === 0 || (typeMask & bitOf(type)) !== 0);
  const refused = { individualId, status: 'refused', fieldTypes: [] } as const;
  if (types.length === 0) return { ...refused, reason: 'NO_FIELDS' };
  const accepted = types.filter((type) => purposesAcceptedByAll(histories, type, details).length > 0);
  if (accepted.length === 0) return { ...refused, reason: 'CONSENT_WITHDRAWN' };
  const isNew = accepted.some((type) => !hasConsent(held, type, details));
  return { individualId, status: isNew ? 'given' : 'unchanged', fieldTypes: accepted };
}

/** Whether the history has the same consent for the field already: a repeated call records nothing. */
function hasConsent(held: LockedPerson, type: FieldType, details: ConsentDetails): boolean {
  const field = held.fields.get(type);
  if (field === undefined) return false;
  const newest = liveEntriesOf(held.consents, field, details.purpose).at(-1)?.details;
  return (
    newest !== undefined &&
    hasSameNotice(newest, details) &&
    newest.date.getTime() === details.date.getTime() &&
    newest.proofSha256 === details.proofSha256
  );
}

async function write(
  tx: Tx,
  ctx: Ctx,
  { companyId, details }: Giving,
  people: ReadonlyMap<number, LockedPerson>,
  results: readonly ConsentResult[],
): Promise<void> {
  const at = new Date();
  const by = writtenBy(ctx.caller);
  const given = results.flatMap(({ individualId, status, fieldTypes }) => {
    const held = people.get(individualId);
    if (held === undefined || status !== 'given') return [];
    const seq = (held.consents.at(-1)?.seq ?? 0) + 1;
    return [{ held, individualId, seq, fieldTypes, typeMask: maskOf(fieldTypes) }];
  });
  await insertConsents(tx, companyId, details, given);
  for (const { held, individualId, seq, typeMask, fieldTypes } of given) {
    const entry: ConsentEntry = { seq, recordedAt: at, kind: 'given', details, typeMask };
    const fields = scoredAfter({ ...held, consents: [...held.consents, entry] }, [], at);
    const { recordVersion } = held;
    const after = { fields, typeMask: maskOf(listedTypes(held)), at, by, isRemoval: false };
    await bumpPerson(tx, { companyId, individualId, recordVersion }, after);
    const { purpose, noticeVersion, channel, proofSha256 } = details;
    await tx.publish(
      auditMessage('vault', ctx, {
        action: 'consent_give',
        companyId,
        individualId,
        purpose,
        fieldNames: fieldTypes,
        objectIds: {
          givenAt: details.date.toISOString(),
          ...(noticeVersion === undefined ? {} : { noticeVersion }),
          ...(channel === undefined ? {} : { channel }),
          ...(proofSha256 === undefined ? {} : { proofSha256 }),
        },
      }),
    );
  }
}

async function withdrawAmong(
  deps: BatchDeps,
  ctx: Ctx,
  asked: BatchInput & { readonly purpose: string },
): Promise<ConsentResult[]> {
  const input = { ...asked, individualIds: distinct(asked.individualIds) };
  const { companyId, individualIds, purpose, fieldTypes } = input;
  requirePurpose(purpose);
  const typeMask = withdrawalMask(fieldTypes);
  await deps.gate.requireMayWrite(ctx, companyId);
  const call = { companyId, route: 'POST /consents/withdraw', request: input };
  const judgeAll = async (tx: Tx, read: Read) => {
    const at = new Date();
    const people = await read(tx, companyId, individualIds);
    const missing = await missingResults(tx, companyId, individualIds, people);
    const results = individualIds.map((individualId): ConsentResult => {
      const held = people.get(individualId);
      if (held === undefined) return missing(individualId);
      const stopping = stoppingTypes(held, purpose, typeMask, at);
      return { individualId, status: 'withdrawn', fieldTypes: stopping };
    });
    return { at, people, results };
  };
  if (input.isDryRun)
    return (await deps.db.tenant({ companies: [companyId] }, (tx) => judgeAll(tx, readPeople))).results;
  const { results } = await inRetriedTransaction(deps.db, companyId, (tx) =>
    once(deps.keys, ctx, tx, call, async () => {
      const { at, people, results: found } = await judgeAll(tx, lockPeople);
      const by = writtenBy(ctx.caller);
      for (const { individualId } of found) {
        const held = people.get(individualId);
        const one = { companyId, individualId, purpose, fieldTypes };
        if (held !== undefined) await withdrawFrom(tx, ctx, held, one, { at, by });
      }
      return { results: found };
    }),
  );
  return results;
}

function distinct(individualIds: readonly number[]): number[] {
  const ids = [...new Set(individualIds)];
  if (ids.length === 0)
    throw invalidField('PEOPLE_REQUIRED', 'individualIds', 'must name at least one person');
  if (ids.length > MAX_PEOPLE) throw tooMany('people', MAX_PEOPLE);
  return ids;
}

/** Results of people that the company does not hold: erased ones, and others. */
async function missingResults(
  tx: Tx,
  companyId: number,
  individualIds: readonly number[],
  people: ReadonlyMap<number, LockedPerson>,
): Promise<(individualId: number) => ConsentResult> {
  const missing = individualIds.filter((id) => !people.has(id));
  const erased = missing.length === 0 ? new Set<number>() : await erasedAmong(tx, companyId, missing);
  return (individualId) => ({
    individualId,
    status: 'refused',
    reason: erased.has(individualId) ? 'ERASED' : 'NOT_FOUND',
    fieldTypes: [],
  });
}

const activeTypes = (held: LockedPerson): FieldType[] =>
  [...held.fields.values()].flatMap(({ type, isActive }) => (isActive && isFieldType(type) ? [type] : []));
