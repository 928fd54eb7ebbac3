import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { latestBirthDay } from '@pii-vault/platform/domain/field-types/dob';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { bitOf } from '../../consents/consent.ts';
import { liveEntries } from '../../consents/coverage.ts';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import type { AuditTicket, AuditWriter, BatchRead } from '../../reveals/audit-ticket.ts';
import { type Decryptor, keyOfRow } from '../../reveals/decryptor.ts';
import { type LinkablePerson, readLinkable } from '../features/linkable-store.ts';

/** Age under which a person is a child (DPDP Act, 2023, s.2(f)). */
const ADULT_AT = 18;

/**
 * Whether the person is, or may be, a child: a partial date counts as its latest day.
 * @param dob canonical; a person born on 29 February comes of age on 1 March
 */
export function isChild(dob: string | undefined, now: Date): boolean {
  if (dob === undefined) return false;
  const [year = 0, month = 1, day = 1] = latestBirthDay(dob).split('-').map(Number);
  return Date.UTC(year + ADULT_AT, month - 1, day) > now.getTime();
}

export interface SampleChildrenDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly keys: CompanyKeys;
  readonly writer: AuditWriter;
  readonly decryptor: Decryptor;
  now(): Date;
}

export interface ChildrenSample {
  readonly sampled: number;
  readonly children: number;
  readonly childrenWithoutGuardian: number;
}

/** Decrypts random dates of birth under one work entry; the values are only counted. */
export function sampleChildrenUseCase(deps: SampleChildrenDeps) {
  return async (ctx: Ctx, companyId: number, size: number): Promise<ChildrenSample> => {
    const { found, ticket } = await deps.writer.openBatch(ctx, companyId, async (tx) =>
      batchOf(await readLinkable(tx, companyId, await randomPeople(tx, companyId, size))),
    );
    const now = deps.now();
    let [children, childrenWithoutGuardian] = [0, 0];
    for (const person of found) {
      if (ticket === undefined || !isChild(await openDob(deps, companyId, person, ticket), now)) continue;
      children += 1;
      if (!hasGuardian(person, now)) childrenWithoutGuardian += 1;
    }
    return { sampled: found.length, children, childrenWithoutGuardian };
  };
}

/** People with a date of birth after random ids of the company's range. */
async function randomPeople(tx: Tx, companyId: number, size: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `WITH span AS (SELECT min(id) AS low, max(id) AS high FROM individuals WHERE company_id = $1::bigint)
     SELECT DISTINCT p.id FROM span, generate_series(1, ceil($2::integer / 10.0)::integer) AS s(n)
     CROSS JOIN LATERAL (SELECT span.low + floor(random() * (span.high - span.low + 1))::bigint + 0 * s.n AS point) AS r
     CROSS JOIN LATERAL (
       SELECT i.id FROM individuals AS i WHERE i.company_id = $1::bigint AND i.id >= r.point
         AND i.sealed_at IS NULL AND i.type_mask & $3::integer <> 0
       ORDER BY i.company_id, i.id LIMIT 10) AS p
     ORDER BY p.id LIMIT $2::integer`,
    [companyId, size, bitOf('dob')],
  );
  return rows.map(({ id }) => id);
}

function batchOf(people: readonly LinkablePerson[]): BatchRead<readonly LinkablePerson[]> {
  const found = people
    .map((person) => ({ ...person, fields: person.fields.filter(({ type }) => type === 'dob') }))
    .filter(({ fields }) => fields.length > 0);
  return {
    found,
    kind: 'work',
    grants: new Map(found.map(({ individualId }) => [individualId, bitOf('dob')])),
    values: found.length,
    entry: { action: 'data_work', fieldNames: ['dob'], objectIds: { job: 'sample_children' } },
  };
}

async function openDob(
  { keys, decryptor }: SampleChildrenDeps,
  companyId: number,
  { fields }: LinkablePerson,
  ticket: AuditTicket,
): Promise<string | undefined> {
  const [dob] = fields;
  if (dob === undefined) return undefined;
  const key = await keyOfRow(keys, companyId, dob);
  return decryptor.open(ticket, key, { fieldType: dob.type, version: dob.version }, dob.ciphertext);
}

/** A live consent that came through a parent or lawful guardian who was verified (DPDP Rules, 2025, Rule 10). */
function hasGuardian({ consents }: LinkablePerson, now: Date): boolean {
  return [...liveEntries(consents, 'dob', now)].some(({ details }) => details.channel === 'guardian');
}
