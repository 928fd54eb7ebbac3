import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { summariseLinks } from '../src/links/links-rpc.ts';
import { listEntries } from '../src/links/list-entries.ts';
import { ConsentEnds } from '../src/matching/consent-ends/consent-ends.ts';
import { everyEntry } from './every-entry.ts';
import type { Person } from './fake-features.ts';
import { AGREEMENT, type MatchingWorld, matchingWorld } from './matching-world.ts';

let world: MatchingWorld;
let consentEnds: ConsentEnds;

beforeAll(async () => {
  world = await matchingWorld();
  consentEnds = new ConsentEnds(world.database.db, () => world.clock.now);
});
afterAll(() => world?.database.drop());
beforeEach(() => world.reset());

const ENDS_AT = new Date('2026-11-26T09:00:00Z');
const at = (time: string) => {
  world.clock.now = new Date(`2026-11-26T${time}Z`);
};
const person = (individualId: number, more: Partial<Person> = {}): Person => ({
  companyId: 1,
  individualId,
  version: 1,
  identifiers: { pan: 'A' },
  name: 'Lakshmi Iyer',
  dob: '1984-07-19',
  ...more,
});
async function write(...people: readonly Person[]): Promise<void> {
  await world.write(people);
  await world.settle();
  await consentEnds.refresh();
}

const caller = {
  kind: 'user',
  userId: 9,
  sessionId: 'test',
  clientId: undefined,
  actorUserId: undefined,
  isSuperAdmin: false,
  everywhere: new Set<string>(),
  companies: new Map([[1, new Set(['lineage:read', 'lineage:pairs'])]]),
} as const;
const ctx = { ...testCtx(1), caller };
const deps = () => ({
  db: world.database.db,
  liveAgreements: () => [AGREEMENT.id],
  companies: { among: async (ids: readonly number[] | 'all') => (ids === 'all' ? [1, 2] : [...ids]) },
  consentEnds,
});
const entries = async () => (await listEntries(deps())(ctx, everyEntry)).entries;
const WHOLE = { grade: undefined, matchingFields: ['name', 'dob', 'pan'] };
const GRADED = { grade: 'strong', confidenceScore: undefined, matchingFields: [] };

it('a pair shows only a grade from the time when consent ends, without a write', async () => {
  await write(person(10), person(11, { consentEndsAt: ENDS_AT }));
  at('08:59:59.999');
  expect(await entries()).toMatchObject([WHOLE]);
  at('09:00:00');
  expect(await entries()).toMatchObject([GRADED]);
  const [stored] = await world.database.sql(
    'SELECT levels, weights, model_version FROM lineage.data_lineage',
  );
  expect(stored).toEqual({ levels: [], weights: [], model_version: '' });
});

it('figures count it as a grade from that time on', async () => {
  await write(person(10), person(11, { consentEndsAt: ENDS_AT }));
  at('09:00:00');
  await summariseLinks(deps())(ctx, { companyId: undefined });
  expect(await world.database.sql('SELECT confidence_score::int AS score FROM lineage.data_lineage')).toEqual(
    [{ score: 90 }],
  );
});

it('it stays a grade when the other record is corrected, and shows evidence again after a new consent', async () => {
  await write(person(10), person(11, { consentEndsAt: ENDS_AT }));
  at('09:00:00');
  await entries();
  await write(person(10, { version: 2, dob: '1984-07-18' }));
  expect(await entries()).toMatchObject([GRADED]);
  await write(person(10, { version: 3 }), person(11, { version: 2 }));
  expect(await entries()).toMatchObject([WHOLE]);
  at('23:00:00');
  expect(await entries()).toMatchObject([WHOLE]);
});

it('a consent that is extended in time does not end at the previous time', async () => {
  await write(person(10), person(11, { consentEndsAt: ENDS_AT }));
  await write(person(11, { version: 2, consentEndsAt: new Date('2026-11-26T12:00:00Z') }));
  at('09:00:00');
  expect(await entries()).toMatchObject([WHOLE]);
  at('12:00:00');
  expect(await entries()).toMatchObject([GRADED]);
});

it('across companies the person is requested again, and the pair is removed', async () => {
  const agreements = [AGREEMENT.id];
  await write(person(10, { agreements, consentEndsAt: ENDS_AT }), person(20, { companyId: 2, agreements }));
  at('08:30:00');
  await world.disclose();
  expect(await entries()).toMatchObject([{ grade: 'strong', matchingFields: ['pan'] }]);
  // From this time the vault reports no agreement for the person.
  world.people.set('1:10', person(10, { agreements: [] }));
  at('09:00:00');
  await consentEnds.settle();
  await world.settle();
  expect(await entries()).toEqual([]);
});
