import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database } from '@pii-vault/platform/db/database';
import { AppError } from '@pii-vault/platform/errors/app-error';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { FeaturesServiceService, PullFeaturesRequest } from '@pii-vault/proto/vault/v1/features';
import { advanceBackfill, nextBackfill } from '../scopes/agreement-store.ts';
import { crossScope } from '../scopes/scope.ts';
import { type Features, featuresFromProto } from './features.ts';
import { storeFeatures } from './features-store.ts';
import { type LinkDeps, linkRecords } from './link-records.ts';
import { claimRecords, finishRecords, releaseRecords } from './queue-store.ts';
import type { RestingCompanies } from './resting-companies.ts';

export interface MatchDeps extends LinkDeps {
  readonly db: Pick<Database, 'system'>;
  readonly features: Pick<RpcClient<typeof FeaturesServiceService>, 'pullFeatures'>;
  readonly self: (options: { company: number; deadlineMs: number }) => Ctx;
  readonly matchBatch: number;
  readonly resting: RestingCompanies;
}

/** The vault decrypts and encodes a batch in well under this. */
const PULL_MS = 30_000;

/** Matches what is queued, a batch of one company at a time, until nothing is left or `signal` fires. */
export async function matchQueued(deps: MatchDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const claimed = await deps.db.system((tx) => claimRecords(tx, deps.matchBatch, deps.resting.ids()));
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
    if (people === 'held back') {
      await deps.db.system((tx) => releaseRecords(tx, claimed));
      continue;
    }
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
    const open = await deps.db.system((tx) => nextBackfill(tx, deps.resting.ids()));
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
    if (people === 'held back') continue;
    const last = people.reduce((highest, { individualId }) => Math.max(highest, individualId), 0);
    await deps.db.system((tx) => storeFeatures(tx, companyId, people));
    await deps.db.system(async (tx) => {
      await linkRecords(deps, tx, ctx, companyId, people);
      await advanceBackfill(tx, open, last > 0 ? last : null);
    });
  }
}

/** A suspended company's records are not readable: its work waits, that of the others goes on. */
async function pull(
  deps: MatchDeps,
  ctx: Ctx,
  companyId: number,
  request: Pick<PullFeaturesRequest, 'scopes' | 'selection'>,
): Promise<Features[] | 'held back'> {
  const people: Features[] = [];
  try {
    for await (const answer of deps.features.pullFeatures(ctx, {
      companyId: BigInt(companyId),
      encodingVersion: 0,
      ...request,
    }))
      people.push(...answer.people.map(featuresFromProto));
  } catch (thrown) {
    if (AppError.from(thrown).reason !== 'COMPANY_SUSPENDED') throw thrown;
    deps.resting.rest(companyId);
    return 'held back';
  }
  return people;
}
