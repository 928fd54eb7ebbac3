import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { bitOf, type ConsentEntry } from '../../consents/consent.ts';
import { consentLiveUntil, coveredUntil, earliest, isConsentLive } from '../../consents/coverage.ts';
import {
  LINKABLE_TYPES,
  type LinkableField,
  type LinkableValue,
  mayLink,
  type Scope,
} from '../../consents/link-scope.ts';
import type { EncodedRows } from '../../encoding/encoded-rows.ts';
import type { LinkableFields } from '../../encoding/record-encoder.ts';
import type { EncodingPool } from '../../encoding/threads/encoding-pool.ts';
import {
  FIRST_VERSION,
  type RecentWrite,
  type RecentWriteCache,
  recentConsents,
  recentValues,
} from '../../people/records/recent-write-cache.ts';
import type { AuditWriter, BatchRead } from '../../reveals/audit-ticket.ts';
import { type LinkablePerson, readLinkable, readUnchanged } from './linkable-store.ts';
import { type OpeningDeps, openLinkable } from './open-linkable.ts';

export interface PersonFeatures {
  readonly individualId: number;
  readonly version: number;
  readonly scope: Scope;
  /** Inside a company: a value has no live consent for any purpose. */
  readonly isWithheld: boolean;
  /** First end of a linked value's consent by time alone (consentEnd); absent: none, or a value has no consent. */
  readonly consentEndsAt?: Date;
  /** Absent when lineage may store nothing of the person in this scope. */
  readonly encoded?: { readonly rows: EncodedRows; readonly row: number };
}

export interface EncodingDeps extends OpeningDeps {
  readonly writer: AuditWriter;
  readonly encoding: Pick<EncodingPool, 'encode'>;
  readonly fresh: Pick<RecentWriteCache, 'take'>;
}

/**
 * Features of people in each scope, after one work entry that names them all. People whose first version was just
 * written are encoded from the cached values; the values of others are decrypted under the entry's ticket.
 */
export async function encodePeople(
  deps: EncodingDeps,
  ctx: Ctx,
  companyId: number,
  scopes: readonly Scope[],
  ids: readonly number[],
): Promise<PersonFeatures[]> {
  const at = new Date();
  const known = new Map(ids.flatMap((id) => freshOf(deps.fresh.take(companyId, id))));
  const { found, ticket } = await deps.writer.openBatch(ctx, companyId, async (tx) => {
    await dropChanged(tx, companyId, known);
    const others = ids.filter((id) => !known.has(id));
    return batchRead(await readLinkable(tx, companyId, others), [...known.values()], scopes, at);
  });
  const people: OpenedPerson[] = [];
  for (const individualId of ids) {
    const fresh = known.get(individualId);
    if (fresh !== undefined) {
      people.push(fresh);
      continue;
    }
    const person = found.get(individualId);
    const hasValues = person !== undefined && ticket !== undefined;
    const values = hasValues ? await openLinkable(deps, ctx, companyId, person, ticket) : [];
    people.push({ individualId, person, values });
  }
  const perScope = await Promise.all(scopes.map((scope) => inScope(deps, scope, people, at)));
  return ids.flatMap((_, n) => perScope.flatMap((features) => features[n] ?? []));
}

interface OpenedPerson {
  readonly individualId: number;
  /** Undefined when the company does not hold the person. */
  readonly person: Pick<LinkablePerson, 'recordVersion' | 'consents'> | undefined;
  readonly values: readonly LinkableValue[];
}

function freshOf(fresh: RecentWrite | undefined): [number, OpenedPerson][] {
  if (fresh === undefined) return [];
  const { individualId } = fresh;
  const person = { recordVersion: FIRST_VERSION, consents: recentConsents(fresh) };
  return [[individualId, { individualId, person, values: recentValues(fresh) }]];
}

/** Keeps only people that have not changed or been erased since. */
async function dropChanged(tx: Tx, companyId: number, known: Map<number, OpenedPerson>): Promise<void> {
  if (known.size === 0) return;
  const unchanged = await readUnchanged(tx, companyId, [...known.keys()], FIRST_VERSION);
  for (const individualId of known.keys()) if (!unchanged.has(individualId)) known.delete(individualId);
}

/** The people's features in one scope, in their order. */
async function inScope(
  deps: EncodingDeps,
  scope: Scope,
  people: readonly OpenedPerson[],
  at: Date,
): Promise<PersonFeatures[]> {
  const fields = people.map((one) => fieldsInScope(scope, one, at));
  const known = fields.filter((one) => one !== undefined);
  const rows = known.length === 0 ? undefined : await deps.encoding.encode(scope, known);
  const isWithheldNow = people.map((one) => isWithheld(scope, one, at));
  let row = -1;
  return people.map((one, n) => {
    const version = one.person?.recordVersion ?? 0;
    const endsAt = isWithheldNow[n] === true ? undefined : consentEnd(scope, one, at);
    const features = {
      individualId: one.individualId,
      version,
      scope,
      isWithheld: isWithheldNow[n] === true,
      ...(endsAt === undefined ? {} : { consentEndsAt: endsAt }),
    };
    if (fields[n] === undefined || rows === undefined) return features;
    row += 1;
    return { ...features, encoded: { rows, row } };
  });
}

/**
 * Across companies, values without consent are omitted; inside one they are matched, and their levels are not shown.
 */
function isWithheld(scope: Scope, { person, values }: OpenedPerson, at: Date): boolean {
  if (scope.agreement !== undefined || person === undefined) return false;
  return values.some((value) => !isConsentLive(person.consents, value, at));
}

/**
 * The earliest end of a linked value: inside a company of its last consent, across companies of the consent to the
 * agreement's purpose.
 */
function consentEnd(scope: Scope, { person, values }: OpenedPerson, at: Date): Date | undefined {
  if (person === undefined || !mayEnd(person.consents, values)) return undefined;
  const { consents } = person;
  const { agreement } = scope;
  if (agreement === undefined) return earliest(values.map((value) => consentLiveUntil(consents, value, at)));
  const linked = values.filter((value) => mayLink(scope, consents, value, at));
  return earliest(linked.map((value) => coveredUntil(consents, value, agreement.purpose)));
}

/** Few consents and values have an end, and reading the history of each value costs more than encoding it. */
const mayEnd = (consents: readonly ConsentEntry[], values: readonly LinkableField[]): boolean =>
  consents.some((entry) => entry.kind === 'given' && entry.details.expiresAt !== undefined) ||
  values.some(({ retentionExpiry }) => retentionExpiry !== undefined);

interface Used {
  readonly individualId: number;
  readonly fields: readonly LinkableField[];
}

/** Only values that a scope may link are used, and the entry counts exactly those. */
function batchRead(
  people: readonly LinkablePerson[],
  fresh: readonly OpenedPerson[],
  scopes: readonly Scope[],
  at: Date,
): BatchRead<ReadonlyMap<number, LinkablePerson>> {
  const permitted = <T extends LinkableField>(consents: readonly ConsentEntry[], fields: readonly T[]): T[] =>
    fields.filter((field) => scopes.some((scope) => mayLink(scope, consents, field, at)));
  const stored = people.map((person) => ({ ...person, fields: permitted(person.consents, person.fields) }));
  const written = fresh.map(({ individualId, person, values }) => ({
    individualId,
    fields: permitted(person?.consents ?? [], values),
  }));
  const used: readonly Used[] = [...stored, ...written];
  const holding = used.filter((person) => person.fields.length > 0);
  return {
    found: new Map(stored.map((person) => [person.individualId, person])),
    kind: 'work',
    grants: new Map(
      holding.map(({ individualId, fields }) => [
        individualId,
        fields.reduce((m, f) => m | bitOf(f.type), 0),
      ]),
    ),
    values: holding.reduce((sum, person) => sum + person.fields.length, 0),
    entry: {
      action: 'data_work',
      fieldNames: LINKABLE_TYPES.filter((type) =>
        holding.some((one) => one.fields.some((field) => field.type === type)),
      ),
      objectIds: { job: 'match_features', scopes: scopes.map((scope) => scope.name).join(' ') },
    },
  };
}

/** The values of a person that may be encoded in the scope; undefined when it may not be matched there. */
function fieldsInScope(scope: Scope, { person, values }: OpenedPerson, at: Date): LinkableFields | undefined {
  if (person === undefined) return undefined;
  const allowed = values.filter((value) => mayLink(scope, person.consents, value, at));
  // Inside the company a person without fields still has a row.
  if (scope.agreement !== undefined && allowed.length === 0) return undefined;
  return Object.fromEntries(allowed.map(({ type, value }) => [type, value]));
}
