import { setTimeout as delay } from 'node:timers/promises';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Logger } from '@pii-vault/platform/core/log/log';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { TrailService } from '@pii-vault/proto/audit/v1/trail';
import type { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import type { StatsService } from '@pii-vault/proto/vault/v1/stats';
import type {
  CompanyFacts,
  LogVerification,
  RevealComparison,
  RevealReading,
  StorageSample,
} from './facts.ts';

/** `unlogged` since the first comparison; `newlyUncounted` since the last one. */
type Growth = Pick<RevealComparison, 'unlogged' | 'newlyUncounted'>;

const NOTHING = { vaultValues: 0, trailValuesBefore: 0, trailValuesAfter: 0, unlogged: 0 };

/**
 * Compares the growth of both counts since the last comparison. Totals are not enough: the vault counts in memory, so a
 * crash loses some of its count, which would hide as many unlogged values later. A loss and unlogged values between the
 * same two comparisons still hide each other. The trail's two readings bound the reveals during the vault's reading;
 * only a difference outside of the bounds counts.
 */
export function compareReadings(
  before: (RevealReading & { readonly unlogged: number }) | undefined,
  now: RevealReading,
): Growth {
  const last = before ?? NOTHING;
  const vaultGrowth = now.vaultValues - last.vaultValues;
  const mostLogged = now.trailValuesAfter - last.trailValuesBefore;
  const leastLogged = now.trailValuesBefore - last.trailValuesAfter;
  return {
    unlogged: last.unlogged + Math.max(0, vaultGrowth - mostLogged),
    newlyUncounted: Math.max(0, leastLogged - vaultGrowth),
  };
}

export interface GatherDeps {
  readonly vault: Pick<
    RpcClient<typeof StatsService>,
    'sampleStorage' | 'getRevealCounts' | 'getCompanyStats'
  >;
  readonly tenancy: Pick<RpcClient<typeof DirectoryService>, 'getCompanies'>;
  readonly audit: Pick<RpcClient<typeof TrailService>, 'verify' | 'getVerification' | 'revealCounts'>;
  readonly log: Pick<Logger, 'warn'>;
  /** A context of this service for one company, or for the system. */
  self(company?: number): Ctx;
  readonly sampleSize: number;
  /** Between two looks at counts that do not agree yet, or at a verification that runs. */
  readonly pauseMs: number;
  readonly signal: AbortSignal;
}

/** Looks at something that may not be settled yet. */
const ATTEMPTS = 5;
const EPOCH = new Date(0);

export async function sampleStorage(deps: GatherDeps, companyId: number): Promise<StorageSample | undefined> {
  return await orUnknown(deps, 'storage sample', async () => {
    const answer = await deps.vault.sampleStorage(deps.self(companyId), {
      companyId,
      size: deps.sampleSize,
    });
    return {
      sampled: answer.sampled,
      wellFormed: answer.wellFormed,
      suspicious: answer.suspicious,
      sampledAt: answer.sampledAt ?? new Date(),
    };
  });
}

/** Tier and stored field types, which decide the laws that apply. */
export async function learnCompany(deps: GatherDeps, companyId: number): Promise<CompanyFacts | undefined> {
  return await orUnknown(deps, 'tier and data types', async () => {
    const companyIds = [companyId];
    const [{ companies }, { stats }] = await Promise.all([
      deps.tenancy.getCompanies(deps.self(companyId), { companyIds }),
      deps.vault.getCompanyStats(deps.self(companyId), { companyIds }),
    ]);
    const [company] = companies;
    return company && { tier: company.tier, dataTypes: stats[0]?.dataTypes ?? [] };
  });
}

/**
 * Reads the trail's count, then the vault's, then the trail's again, and compares with the comparison before.
 * Counts that differ are read again a few times: entries may be under way, and a vault's count not yet written.
 * Undefined when entries are still under way that may explain what the vault counted.
 */
export async function compareReveals(
  deps: GatherDeps,
  companyId: number,
  before: RevealComparison | undefined,
): Promise<RevealComparison | undefined> {
  return await orUnknown(deps, 'reveal counts', async () => {
    for (let attempt = 1; ; attempt += 1) {
      const { reading, pending } = await readCounts(deps, companyId);
      const growth = compareReadings(before, reading);
      const isUnexplained = growth.unlogged > (before?.unlogged ?? 0) && pending > 0;
      const isSettled = !isUnexplained && growth.newlyUncounted === 0;
      if (isSettled || attempt === ATTEMPTS)
        return isUnexplained ? undefined : { ...reading, ...growth, comparedAt: new Date() };
      await delay(deps.pauseMs, undefined, { signal: deps.signal });
    }
  });
}

async function readCounts(
  deps: GatherDeps,
  companyId: number,
): Promise<{ readonly reading: RevealReading; readonly pending: number }> {
  const before = await trailCount(deps, companyId);
  const { counts } = await deps.vault.getRevealCounts(deps.self(companyId), {
    from: EPOCH,
    to: new Date(),
    companyIds: [companyId],
  });
  const vaultValues = counts
    .filter((count) => count.ticket === 'reveal' && count.companyId === companyId)
    .reduce((sum, count) => sum + count.values, 0);
  const after = await trailCount(deps, companyId);
  const reading = { vaultValues, trailValuesBefore: before.values, trailValuesAfter: after.values };
  return { reading, pending: after.pending };
}

async function trailCount(deps: GatherDeps, companyId: number): Promise<{ values: number; pending: number }> {
  const { counts, pending } = await deps.audit.revealCounts(deps.self(companyId), {
    companyIds: [companyId],
  });
  const reveal = counts.find((count) => count.ticket === 'reveal');
  return { values: reveal?.decryptedValues ?? 0, pending };
}

/** Has the trail verified; undefined when it could not be, or not within a few looks. */
export async function verifyLog(deps: GatherDeps): Promise<LogVerification | undefined> {
  return await orUnknown(deps, 'log verification', async () => {
    let { verification } = await deps.audit.verify(deps.self(), {});
    for (let attempt = 1; verification?.status === 'running' && attempt < ATTEMPTS; attempt += 1) {
      await delay(deps.pauseMs, undefined, { signal: deps.signal });
      const { verificationId: id } = verification;
      verification = (await deps.audit.getVerification(deps.self(), { id })).verification;
    }
    if (verification?.status !== 'done') return undefined;
    return {
      isVerified: verification.verified,
      treeSize: verification.treeSize,
      rootHash: Buffer.from(verification.rootHash, 'hex'),
      firstBadIndex: verification.firstBadIndex,
      reason: verification.reason,
      checkpointAt: verification.checkpointAt,
      verifiedAt: new Date(),
    };
  });
}

/** A fact that cannot be fetched is absent, which makes its rule unknown; the run continues. */
export async function orUnknown<T>(
  deps: Pick<GatherDeps, 'log'>,
  what: string,
  learn: () => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    return await learn();
  } catch (thrown) {
    deps.log.warn('a fact could not be gathered', { fact: what, err: AppError.from(thrown) });
    return undefined;
  }
}
