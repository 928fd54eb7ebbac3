import { OperationHistory, type RecordedPerson, type WrittenValue } from '../../load/operation-history.ts';
import type { ListedPerson } from '../check-people.ts';
import type { Finding } from '../finding.ts';
import type { MatchedPerson, StoredEdge, StoredField, StoredPerson } from '../stored-state.ts';
import type { RevealCount, TrailEntry } from '../trail.ts';

/** Operation history and stored state of a correct vault, before a test plants a fault. */
export interface World {
  readonly history: OperationHistory;
  readonly listed: ListedPerson[];
  readonly stored: {
    readonly people: StoredPerson[];
    readonly fields: StoredField[];
    readonly matched: MatchedPerson[];
    readonly edges: StoredEdge[];
  };
  readonly trail: { readonly entries: TrailEntry[]; readonly counts: RevealCount[] };
}

export const written = (
  value: string,
  sentAt = 0,
  answeredAt: number | undefined = sentAt + 1,
): WrittenValue => ({
  value,
  sentAt,
  answeredAt,
});

function person(companyId: number, externalId: string, individualId: number): RecordedPerson {
  const values = new Map([
    ['name', [written(`Name of ${externalId}`)]],
    ['email', [written(`${externalId}@first.example`)]],
  ]);
  return { companyId, externalId, individualId, answeredAt: 1, values, withdrawal: undefined };
}

/** Asha's email was corrected; Binod of another company has the same PAN; Chitra withdrew consent. */
function historyOfThree(): OperationHistory {
  const history = new OperationHistory();
  const [asha, binod, chitra] = [person(1, 'A-1', 11), person(2, 'B-1', 21), person(1, 'C-1', 12)];
  asha.values.get('email')?.push(written('a-1.v2@corrected.example', 10));
  for (const one of [asha, binod]) one.values.set('pan', [written('ABCPR1234F')]);
  chitra.withdrawal = { sentAt: 10, answeredAt: 11 };
  for (const one of [asha, binod, chitra]) history.people.set(`${one.companyId}/${one.externalId}`, one);
  const at = { sentAt: 30, answeredAt: 31 };
  const lastOf = ({ values }: RecordedPerson) =>
    Object.fromEntries([...values].map(([type, all]) => [type, all.at(-1)?.value ?? '']));
  history.reveals.push(
    { requestId: 'reveal-1', companyId: 1, individualId: 11, ...at, fields: lastOf(asha) },
    { requestId: 'reveal-1', companyId: 1, individualId: 12, ...at, fields: {} },
    { requestId: 'reveal-2', companyId: 2, individualId: 21, ...at, fields: lastOf(binod) },
  );
  history.views.push(
    { action: 'field_view', requestId: 'list-1', individualIds: [11, 12], fieldNames: ['external_id'] },
    { action: 'data_search', requestId: 'search-1', individualIds: [], fieldNames: ['pan'] },
  );
  return history;
}

function trailOfThree(): TrailEntry[] {
  const nothing = { requestId: '', decision: 'allowed', ticket: '', fieldNames: [] };
  const shown = { action: 'field_decrypt', ticket: 'reveal', fieldNames: ['name', 'email', 'pan'] };
  const listed = { action: 'field_view', fieldNames: ['external_id'] };
  const refused = { decision: 'refused', ticket: 'none' };
  const entries: readonly (Partial<TrailEntry> &
    Pick<TrailEntry, 'action' | 'companyId' | 'individualIds'>)[] = [
    { action: 'data_create', companyId: 1, individualIds: [11, 12] },
    { action: 'data_create', companyId: 2, individualIds: [21] },
    { action: 'data_update', companyId: 1, individualIds: [11] },
    { action: 'consent_withdraw', companyId: 1, individualIds: [12] },
    { ...shown, companyId: 1, individualIds: [11], requestId: 'reveal-1' },
    { ...shown, ...refused, companyId: 1, individualIds: [12], requestId: 'reveal-1' },
    { ...shown, companyId: 2, individualIds: [21], requestId: 'reveal-2' },
    { ...listed, companyId: 1, individualIds: [11, 12], requestId: 'list-1' },
    { action: 'data_search', companyId: 1, individualIds: [], requestId: 'search-1', fieldNames: ['pan'] },
  ];
  const numbered = { producer: 'vault', epoch: 1 };
  return entries.map((entry, at) => ({ ...numbered, leafIndex: at, seq: at + 1, ...nothing, ...entry }));
}

export function soundWorld(): World {
  const [asha, binod, chitra] = [
    { companyId: 1, individualId: 11 },
    { companyId: 2, individualId: 21 },
    { companyId: 1, individualId: 12 },
  ];
  const versionsOf = (person: typeof asha) => (person === asha ? 2 : 1);
  const people = [asha, binod, chitra];
  return {
    history: historyOfThree(),
    listed: [
      { ...asha, externalIds: ['A-1'] },
      { ...binod, externalIds: ['B-1'] },
      { ...chitra, externalIds: ['C-1'] },
    ],
    stored: {
      people: people.map((person) => ({ ...person, recordVersion: versionsOf(person) })),
      fields: people.flatMap((person) => {
        const emails = versionsOf(person);
        return [
          { ...person, code: 3, versions: emails, lastVersion: emails, active: 1 },
          { ...person, code: 5, versions: 1, lastVersion: 1, active: 1 },
        ];
      }),
      matched: people.map((person) => ({ ...person, version: versionsOf(person) })),
      edges: [{ scope: 'cross:1', pair: '1/11-2/21', companies: [1, 2], ids: [7] }],
    },
    trail: {
      entries: trailOfThree(),
      counts: [1, 2].map((companyId) => ({ companyId, ticket: 'reveal', entries: 1 })),
    },
  };
}

/** Changes the first element for which `isIt` returns true. */
export function change<T extends object>(all: T[], isIt: (one: T) => boolean, changes: Partial<T>): void {
  const at = all.findIndex(isIt);
  const one = all[at];
  if (one === undefined) throw new Error('No element to change was found');
  all[at] = { ...one, ...changes };
}

/** Findings of a check after a fault was planted in a correct world. */
export function findingsAfter(
  plant: (world: World) => void,
  check: (world: World) => readonly Finding[],
): readonly string[] {
  const world = soundWorld();
  plant(world);
  return check(world).map(({ promise, what }) => `${promise}: ${what}`);
}
