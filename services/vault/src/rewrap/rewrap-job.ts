import { randomUUID } from 'node:crypto';
import { AppError } from '@pii-vault/platform/errors/app-error';
import { type RewrapCompanyDeps, rewrapCompany } from './rewrap-company.ts';
import { claimRewrap, findCompanies, noticeRotation, releaseRewrap } from './rewrap-store.ts';

/** How often each company's versions are asked for, whether or not an event came, ms. */
const LOOK_EVERY_MS = 3_600_000;
/** After trouble that passes. */
const REST_SECONDS = 15;

export interface RewrapJob {
  /** One round: look for rotations if it is time, then work on every company that is due. */
  run(signal: AbortSignal): Promise<void>;
  /** The next round looks for rotations. */
  lookSoon(): void;
}

/**
 * Moves what companies' field keys wrap to the active versions. Any number of processes may run it: a company is
 * leased to one, and a chunk commits under the lease only.
 */
export function rewrapJob(deps: RewrapCompanyDeps, now: () => number = Date.now): RewrapJob {
  const holder = randomUUID();
  let lookAt = 0;
  return {
    lookSoon() {
      lookAt = 0;
    },
    async run(signal) {
      if (now() >= lookAt) {
        lookAt = now() + LOOK_EVERY_MS;
        // One company that could not be asked: all are asked again in the next round.
        if (!(await lookForRotations(deps, signal))) lookAt = 0;
      }
      while (!signal.aborted && (await workOnNext(deps, holder, signal)));
    },
  };
}

/** False when a company could not be asked. */
async function lookForRotations(deps: RewrapCompanyDeps, signal: AbortSignal): Promise<boolean> {
  let isWhole = true;
  for (const companyId of await deps.db.system(findCompanies)) {
    if (signal.aborted) return false;
    try {
      deps.keys.forgetFieldKeys(companyId);
      const live = await deps.keys.fieldKeys(companyId);
      const active = live.find((one) => one.isActive);
      if (active !== undefined && live.length > 1)
        await deps.db.system((tx) => noticeRotation(tx, companyId, active.version));
    } catch (err) {
      isWhole = false;
      deps.log.warn('The field keys of a company could not be looked at', { companyId, err });
    }
  }
  return isWhole;
}

/** False when no company is due. */
async function workOnNext(deps: RewrapCompanyDeps, holder: string, signal: AbortSignal): Promise<boolean> {
  const rewrap = await deps.db.system((tx) => claimRewrap(tx, holder, deps.settleMs));
  if (rewrap === undefined) return false;
  const { companyId } = rewrap;
  try {
    const outcome = await rewrapCompany(deps, rewrap, signal);
    if (!outcome.isFinished) await deps.db.system((tx) => releaseRewrap(tx, rewrap, outcome.restSeconds));
  } catch (thrown) {
    const err = AppError.from(thrown);
    deps.log.warn('Keys of a company could not be rewrapped', { companyId, reason: err.reason, err });
    await deps.db.system((tx) => releaseRewrap(tx, rewrap, REST_SECONDS));
  }
  return true;
}
