import { randomUUID } from 'node:crypto';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { type RewrapCompanyDeps, rewrapCompany } from './rewrap-company.ts';
import { claimRewrap, noticeRotation, releaseRewrap } from './rewrap-store.ts';

/** Interval of polling crypto for rotations, in addition to events, ms. */
const LOOK_EVERY_MS = 60_000;
/** Pause after a transient fault. */
const REST_SECONDS = 15;

export interface RewrapJob {
  /** One round: polls for rotations if it is time, then works on every due company. */
  run(signal: AbortSignal): Promise<void>;
  /** Makes the next round poll for rotations. */
  lookSoon(): void;
}

/**
 * Rewraps data under companies' field keys to the active versions. Any number of processes may run it: a company is
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
        // Known rotations continue while crypto is unavailable.
        if (!(await lookForRotations(deps))) lookAt = 0;
      }
      while (!signal.aborted && (await workOnNext(deps, holder, signal)));
    },
  };
}

/** Polls crypto for companies with former versions of their key. False when crypto does not answer. */
async function lookForRotations(deps: RewrapCompanyDeps): Promise<boolean> {
  try {
    await noticeRotations(deps);
    return true;
  } catch (thrown) {
    const err = AppError.from(thrown);
    deps.log.warn('Rotations could not be listed', { reason: err.reason, err });
    return false;
  }
}

async function noticeRotations(deps: RewrapCompanyDeps): Promise<void> {
  for (let after = 0; ; ) {
    const { rewraps } = await deps.crypto.findRewraps(deps.self(), { afterCompanyId: after });
    for (const { companyId, activeVersion } of rewraps) {
      const isNew = await deps.db.system((tx) => noticeRotation(tx, companyId, activeVersion));
      if (isNew) deps.keys.forgetFieldKeys(companyId);
    }
    const last = rewraps.at(-1);
    if (last === undefined) return;
    after = last.companyId;
  }
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
