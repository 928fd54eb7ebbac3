import type { UserCaller } from '@pii-vault/platform/core/context/caller';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { unavailable } from '@pii-vault/platform/core/errors/app-error';
import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import type { Budgets } from '../../src/disclosure/cross-pairs/disclosure.ts';
import { liftProbeStop } from '../../src/disclosure/probes/lift-stop.ts';
import { entryFor } from '../../src/links/entry.ts';
import { entryToProto } from '../../src/links/links-proto.ts';
import { listEdges } from '../../src/links/list-store.ts';
import { type Reader, singleEdges } from '../../src/links/reader.ts';
import type { Person } from '../fake-features.ts';
import { AGREEMENT, BUDGETS, type MatchingWorld, matchingWorld } from '../matching-world.ts';
import { readerIn } from '../reader-in.ts';

/** The attacker writes records of company 1; the victims are people of company 2. */
export const ATTACKER = 'client:attacker';
/** A user of company 2. */
export const HONEST = 'user:2';
const MINUTE_MS = 60_000;

export const victim = (individualId: number, more: Partial<Person> = {}): Person => ({
  companyId: 2,
  individualId,
  version: 1,
  identifiers: { pan: `PAN ${individualId}` },
  name: 'Lakshmi Iyer',
  dob: '1984-07-19',
  address: '12 Temple Street Madurai 625001',
  agreements: [AGREEMENT.id],
  ...more,
});
export const decoy = (individualId: number, more: Partial<Person> = {}): Person => ({
  companyId: 1,
  individualId,
  version: 1,
  identifiers: {},
  agreements: [AGREEMENT.id],
  ...more,
});
export const guesser = (individualId: number, pan: string) => decoy(individualId, { identifiers: { pan } });

const READER = readerIn([1], { agreements: [AGREEMENT.id], open: [1, 2] });
/** A reader of company 1 who sees the number of pairs, but no pair. */
export const ANALYST: Reader = { ...READER, paired: new Set() };

const ADMINISTRATOR = {
  kind: 'user',
  userId: 9 as number,
  sessionId: 'test',
  clientId: undefined,
  actorUserId: undefined,
  isSuperAdmin: false,
  everywhere: new Set<string>(),
  companies: new Map([[1, new Set(['company:manage'])]]),
} as const;

/** Actions of an attacker, and what the companies see. */
export interface ProbingWorld extends Pick<MatchingWorld, 'database' | 'bulkFrom' | 'settle' | 'reset'> {
  /** Writes to the vault without matching. */
  queue: MatchingWorld['write'];
  /** Writes, matches, and shows due pairs. */
  write(people: readonly Person[], by: string | undefined, isRemoval?: boolean): Promise<void>;
  /** All pairs that company 1 can read, as the service returns them. */
  seen(reader?: Reader): Promise<ReturnType<typeof entryToProto>[]>;
  later(minutes: number): Promise<void>;
  alarms(): Promise<Array<{ reason: string; company: number; other: number; events: number }>>;
  /** Companies with an alarm in their trail. */
  warned(): Promise<Array<{ company: number }>>;
  /**
   * Lifts the oldest stop of company 1 as its administrator `userId`.
   * @param dependents accounts that depend on the user's; null: identity does not answer
   */
  lift(userId?: number, dependents?: readonly number[] | null, more?: Partial<UserCaller>): Promise<void>;
}

export async function probingWorld(budgets: Partial<Budgets> = {}): Promise<ProbingWorld> {
  const world = await matchingWorld(4, { ...BUDGETS, ...budgets });
  const { database, bulkFrom, settle, reset, clock } = world;
  const { db, sql } = database;
  return {
    database,
    bulkFrom,
    settle,
    reset,
    queue: world.write,
    async write(people, by, isRemoval) {
      await world.write(people, by, isRemoval);
      await world.settle();
      await world.disclose();
    },
    async seen(reader = READER) {
      const edges = await db.tenant({ companies: [1] }, (tx) =>
        listEdges(tx, singleEdges(reader), { isCross: true }, undefined, 200),
      );
      return edges.map((edge) => entryToProto(entryFor(edge, singleEdges(reader))));
    },
    async later(minutes) {
      clock.now = new Date(clock.now.getTime() + minutes * MINUTE_MS);
      await world.disclose();
    },
    alarms: () =>
      sql(
        `SELECT reason, company_id AS company, other_company_id AS other, events FROM lineage.probe_alarms ORDER BY id`,
      ),
    warned: () =>
      sql(
        `SELECT company_id AS company FROM lineage.outbox WHERE topic = 'lineage.audit'
           AND position('matching_probe'::bytea IN payload) > 0 ORDER BY 1`,
      ),
    async lift(userId = ADMINISTRATOR.userId, dependents: readonly number[] | null = [], more = {}) {
      const [alarm] = await sql<{ id: number }>(
        'SELECT id FROM lineage.probe_alarms WHERE company_id = 1 AND lifted_at IS NULL ORDER BY id LIMIT 1',
      );
      const { budgets } = world.deps.disclosure;
      const identity = {
        async findDependentAccounts(_ctx: Ctx, { otherUserIds }: { otherUserIds: readonly number[] }) {
          if (dependents === null) throw unavailable('UNAVAILABLE', 'identity does not answer');
          return { userIds: otherUserIds.filter((id) => dependents.includes(id)) };
        },
      };
      const self = () => testCtx(1);
      const lift = liftProbeStop({ db, now: () => clock.now, budgets, identity, self });
      await lift({ ...testCtx(1), caller: { ...ADMINISTRATOR, userId, ...more } }, alarm?.id ?? 0);
    },
  };
}
