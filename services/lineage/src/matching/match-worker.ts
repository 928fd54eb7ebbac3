import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database } from '@pii-vault/platform/db/database';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { FeaturesServiceService, PullFeaturesRequest } from '@pii-vault/proto/vault/v1/features';
import { advanceBackfill, nextBackfill } from '../scopes/agreement-store.ts';
import { crossScope } from '../scopes/scope.ts';
import { type Features, featuresFromProto } from './features.ts';
import { storeFeatures } from './features-store.ts';
import { type LinkDeps, linkRecords } from './link-records.ts';
import { claimRecords, finishRecords } from './queue-store.ts';

export interface MatchDeps extends LinkDeps {
  readonly db: Pick<Database, 'system'>;
  readonly features: Pick<RpcClient<typeof FeaturesServiceService>, 'pullFeatures'>;
  readonly self: (options: { company: number; deadlineMs: number }) => Ctx;
  readonly matchBatch: number;
}

/** The vault decrypts and encodes a batch in well under this. */
const PULL_MS = 30_000;

/** Matches what is queued, a batch of one company at a time, until nothing is left or `signal` fires. */
export async function matchQueued(deps: MatchDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const claimed = await deps.db.system((tx) => claimRecords(tx, deps.matchBatch));
    const companyId = claimed[0]?.companyId;
    if (companyId === undefined) return;
    const ctx = deps.self({ company: companyId, deadlineMs: PULL_MS });
    const items = claimed.map(({ individualId, version }) => ({
      individualId: BigInt(individualId),
      version: BigInt(version),
    }));
    const people = await pull(deps, ctx, companyId, {
      scopes: [],
      selection: { $case: 'individuals', value: { items } },
    });
    await deps.db.system((tx) => storeFeatures(tx, companyId, people));
    await deps.db.system(async (tx) => {
      await linkRecords(deps, tx, ctx, companyId, people);
      await finishRecords(tx, claimed);
    });
  }
}

/** Brings the people of both companies into a new agreement's scope, a batch per step. */
export async function backfill(deps: MatchDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const open = await deps.db.system(nextBackfill);
    if (open === undefined) return;
    const { companyId, agreementId, afterIndividualId } = open;
    const ctx = deps.self({ company: companyId, deadlineMs: PULL_MS });
    const people = await pull(deps, ctx, companyId, {
      scopes: [crossScope(agreementId)],
      selection: {
        $case: 'range',
        value: { afterIndividualId: BigInt(afterIndividualId), limit: BigInt(deps.matchBatch) },
      },
    });
    const last = people.reduce((highest, { individualId }) => Math.max(highest, individualId), 0);
    await deps.db.system((tx) => storeFeatures(tx, companyId, people));
    await deps.db.system(async (tx) => {
      await linkRecords(deps, tx, ctx, companyId, people);
      await advanceBackfill(tx, open, last > 0 ? last : null);
    });
  }
}

async function pull(
  deps: MatchDeps,
  ctx: Ctx,
  companyId: number,
  request: Pick<PullFeaturesRequest, 'scopes' | 'selection'>,
): Promise<Features[]> {
  const people: Features[] = [];
  for await (const answer of deps.features.pullFeatures(ctx, { companyId: BigInt(companyId), ...request }))
    people.push(...answer.people.map(featuresFromProto));
  return people;
}
