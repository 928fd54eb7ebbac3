import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database } from '@pii-vault/platform/db/database';
import type { Agreements } from '../agreements/agreements.ts';
import type { CompanyStatus } from '../company-status/company-status.ts';
import { bitOf } from '../consents/consent.ts';
import type { EncodedRows } from '../encoding/encoded-rows.ts';
import { ENCODING_VERSION } from '../encoding/encoding-version.ts';
import type { LinkableFields } from '../encoding/record-encoder.ts';
import type { EncodingPool } from '../encoding-threads/encoding-pool.ts';
import { encodingUnknown, invalidArgument, tooMany } from '../errors.ts';
import type { CompanyKeys } from '../keys/company-keys.ts';
import type { AuditWriter, BatchRead } from '../reveals/audit-ticket.ts';
import type { Decryptor } from '../reveals/decryptor.ts';
import { type LinkablePerson, readLinkable, readNextIds } from './linkable-store.ts';
import { openLinkable } from './open-linkable.ts';
import { LINKABLE_TYPES, type LinkableValue, mayLink, type Scope } from './scope.ts';

export type Selection =
  | { readonly kind: 'individuals'; readonly ids: readonly number[] }
  | { readonly kind: 'range'; readonly after: number; readonly limit: number };

export interface PersonFeatures {
  readonly individualId: number;
  readonly version: number;
  readonly scope: Scope;
  /** Absent when lineage may hold nothing of the person in this scope. */
  readonly encoded?: { readonly rows: EncodedRows; readonly row: number };
}

export interface FeatureDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly status: CompanyStatus;
  readonly agreements: Agreements;
  readonly keys: CompanyKeys;
  readonly writer: AuditWriter;
  readonly decryptor: Decryptor;
  readonly encoding: Pick<EncodingPool, 'encode'>;
}

export type PullFeatures = (
  ctx: Ctx,
  input: {
    readonly companyId: number;
    readonly scopes: readonly string[];
    readonly selection: Selection;
    /** 0 = the newest. */
    readonly encodingVersion: number;
  },
) => AsyncGenerator<PersonFeatures[]>;

const MAX_INDIVIDUALS = 1_000;
/** People of one batch and so of one work entry; holds the event loop about 10 ms. */
const BATCH = 200;

/** Features of people in batches, each under a work ticket whose entry was committed before the first decryption. */
export function pullFeaturesUseCase(deps: FeatureDeps): PullFeatures {
  return async function* (ctx, { companyId, scopes, selection, encodingVersion }) {
    if (encodingVersion !== 0 && encodingVersion !== ENCODING_VERSION) throw encodingUnknown();
    await deps.status.requireOpen(companyId);
    const live = await openScopes(deps, companyId, scopes);
    for await (const ids of batchesOf(deps.db, companyId, selection)) {
      yield await featuresOf(deps, ctx, companyId, live, ids);
    }
  };
}

async function* batchesOf(
  db: Pick<Database, 'tenant'>,
  companyId: number,
  selection: Selection,
): AsyncGenerator<readonly number[]> {
  if (selection.kind === 'individuals') {
    const ids = [...new Set(selection.ids)];
    if (ids.length > MAX_INDIVIDUALS) throw tooMany('people', MAX_INDIVIDUALS);
    for (let from = 0; from < ids.length; from += BATCH) yield ids.slice(from, from + BATCH);
    return;
  }
  let { after } = selection;
  let left = selection.limit === 0 ? Number.POSITIVE_INFINITY : selection.limit;
  while (left > 0) {
    const ids = await readNextIds(db, companyId, after, Math.min(BATCH, left));
    if (ids.length === 0) return;
    yield ids;
    after = ids.at(-1) ?? after;
    left -= ids.length;
  }
}

async function openScopes(deps: FeatureDeps, companyId: number, names: readonly string[]): Promise<Scope[]> {
  const agreements = await deps.agreements.ofCompany(companyId);
  const wanted =
    names.length > 0
      ? names
      : [`intra:${companyId}`, ...agreements.map((agreement) => `cross:${agreement.id}`)];
  return await Promise.all([...new Set(wanted)].map((name) => openScope(deps, companyId, name)));
}

async function openScope(deps: FeatureDeps, companyId: number, name: string): Promise<Scope> {
  if (name === `intra:${companyId}`) {
    const { key, version } = await deps.keys.indexKey(companyId);
    return { name, key, keyVersion: version };
  }
  const [, id] = /^cross:([1-9]\d{0,14})$/.exec(name) ?? [];
  if (id === undefined) throw invalidArgument('SCOPE_UNKNOWN', 'scopes', 'names no scope of this company');
  const agreement = await deps.agreements.require(Number(id), companyId);
  const { key, version } = await deps.keys.agreementKey(agreement.id);
  return { name, key, keyVersion: version, agreement };
}

async function featuresOf(
  deps: FeatureDeps,
  ctx: Ctx,
  companyId: number,
  scopes: readonly Scope[],
  ids: readonly number[],
): Promise<PersonFeatures[]> {
  const at = new Date();
  const { found, ticket } = await deps.writer.openBatch(ctx, companyId, async (tx) =>
    batchRead(await readLinkable(tx, companyId, ids), scopes, at),
  );
  const people: OpenedPerson[] = [];
  for (const individualId of ids) {
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
  readonly person: LinkablePerson | undefined;
  readonly values: readonly LinkableValue[];
}

/** The people's features in one scope, in their order. */
async function inScope(
  deps: FeatureDeps,
  scope: Scope,
  people: readonly OpenedPerson[],
  at: Date,
): Promise<PersonFeatures[]> {
  const fields = people.map((one) => fieldsInScope(scope, one, at));
  const known = fields.filter((one) => one !== undefined);
  const rows = known.length === 0 ? undefined : await deps.encoding.encode(scope, known);
  let row = -1;
  return people.map(({ individualId, person }, n) => {
    const version = person?.recordVersion ?? 0;
    if (fields[n] === undefined || rows === undefined) return { individualId, version, scope };
    row += 1;
    return { individualId, version, scope, encoded: { rows, row } };
  });
}

/** Only values that some scope may link are decrypted, and those are what the entry counts. */
function batchRead(
  people: readonly LinkablePerson[],
  scopes: readonly Scope[],
  at: Date,
): BatchRead<ReadonlyMap<number, LinkablePerson>> {
  const linkable = people.map((person) => ({
    ...person,
    fields: person.fields.filter((field) =>
      scopes.some((scope) => mayLink(scope, person.consents, field, at)),
    ),
  }));
  const holding = linkable.filter((person) => person.fields.length > 0);
  return {
    found: new Map(linkable.map((person) => [person.individualId, person])),
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

/** What of a person may be encoded in the scope; undefined when it is not to be known there. */
function fieldsInScope(scope: Scope, { person, values }: OpenedPerson, at: Date): LinkableFields | undefined {
  if (person === undefined) return undefined;
  const allowed = values.filter((value) => mayLink(scope, person.consents, value, at));
  // Inside the company a person without fields is still there.
  if (scope.agreement !== undefined && allowed.length === 0) return undefined;
  return Object.fromEntries(allowed.map(({ type, value }) => [type, value]));
}
