import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { ApprovalsService } from '@pii-vault/proto/vault/v1/approvals';
import { BudgetsService, type RevealPolicy } from '@pii-vault/proto/vault/v1/budgets';
import { ASHA, consent, type VaultWorld, vaultWorld } from './vault-world.ts';

const HELD = ['pii:read', 'pii:reveal', 'pii:write', 'company:manage', 'security:read'];

/** The caller. The default is a session with a fresh proof. */
interface Who {
  readonly clientId?: string;
  readonly actorUserId?: number;
  readonly isStale?: boolean;
  readonly held?: readonly string[];
}

const POLICY: RevealPolicy = {
  peoplePerUser: 10,
  peoplePerCredential: 30,
  byPurpose: [],
  searchesPerUser: 3,
  searchesPerCredential: 5,
  conflicts: 3,
  bulkApproval: { hours: 1 },
};

/** 60 people of company 1 who consented to kyc and support. */
async function createPeople({ records }: VaultWorld, writer: Ctx): Promise<number[]> {
  const people: number[] = [];
  for (let n = 0; n < 60; n += 1) {
    const fields = { name: ASHA.name, email: `asha${n}@example.in` };
    const record = { companyId: 1, consentDetails: consent(), fields, externalId: `B-${n}` };
    people.push((await records.createRecord(writer, { ...record, individualId: undefined })).individualId);
  }
  return people;
}

async function setPolicy(
  world: VaultWorld,
  [requester, second]: [Ctx, Ctx],
  policy: RevealPolicy,
): Promise<void> {
  const budgets = world.client(BudgetsService, 'vault');
  const { pending } = await budgets.setRevealPolicy(requester, { companyId: 1, policy });
  if (pending === undefined) return;
  await budgets.decidePolicyChange(second, { companyId: 1, id: pending.id, decision: 'approved' });
}

/** A vault in which company 1 has small budgets and some people who consented to kyc and support. */
export async function budgetWorld() {
  const world: VaultWorld = await vaultWorld();
  const as = (userId: number, { clientId, actorUserId, isStale, held = HELD }: Who = {}): Promise<Ctx> =>
    world.as({
      userId,
      companies: { 1: held },
      ...(clientId === undefined ? {} : { clientId }),
      ...(actorUserId === undefined ? {} : { actorUserId }),
      ...(isStale === true ? { provenAt: null } : {}),
    });
  const people = await createPeople(world, await as(1, { clientId: 'pvc_writer' }));
  return {
    vault: world,
    get budgets() {
      return world.client(BudgetsService, 'vault');
    },
    get approvals() {
      return world.client(ApprovalsService, 'vault');
    },
    stop: () => world.stop(),
    as,
    people,
    /** Sets the policy as user 1. User 99 approves changes that loosen a limit. */
    setPolicy: async (changes: Partial<RevealPolicy> = {}) =>
      setPolicy(world, [await as(1), await as(99)], { ...POLICY, ...changes }),
    /** One person's profile, raw. */
    look: (ctx: Ctx, individualId = people[0] ?? 0, purpose = 'kyc') =>
      world.individuals.getIndividual(ctx, { individualId, companyId: 1, purpose }),
    bulk: (ctx: Ctx, individualIds: readonly number[], purpose = 'kyc') =>
      world.records.revealRecords(ctx, {
        companyId: 1,
        individualIds: [...individualIds],
        fieldTypes: [],
        purpose,
      }),
    used: async (userId: number, kind = 1) =>
      (
        await world.sql<{ amount: number; refused: number }>(
          `SELECT amount::int, refused::int FROM vault.budget_counts WHERE user_id = $1 AND kind = $2 AND purpose = ''`,
          [userId, kind],
        )
      )[0] ?? { amount: 0, refused: 0 },
    /** A user with all permissions in another company. */
    world2: () => world.as({ userId: 2, companies: { 2: HELD } }),
    entriesOf: async (...actions: string[]) =>
      (await world.entries()).filter(({ action }) => actions.includes(action)),
  };
}

export type BudgetWorld = Awaited<ReturnType<typeof budgetWorld>>;

/** How many of the calls were answered, and the reasons of the others. */
export async function outcomesOf(
  calls: readonly Promise<unknown>[],
): Promise<{ answered: number; reasons: string[] }> {
  const outcomes = await Promise.allSettled(calls);
  const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.reason)] : []));
  return { answered: outcomes.length - reasons.length, reasons: [...new Set(reasons)].sort() };
}
