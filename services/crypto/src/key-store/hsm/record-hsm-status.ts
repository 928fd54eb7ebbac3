import type { Database } from '@pii-vault/platform/postgres/database';
import type { KeyDescription, KeyStore } from '../key-store.ts';
import { type HsmStatus, hsmStatusOf, type KeyCensus } from './hsm-status.ts';
import {
  deleteOldHsmStatus,
  extendHsmStatus,
  findSomeReferences,
  insertHsmStatus,
} from './hsm-status-store.ts';

export interface RecordHsmStatusDeps {
  readonly db: Database;
  readonly store: Pick<KeyStore, 'health' | 'describe'>;
  readonly now: () => Date;
}

/** Keys checked in one round; each is a call to the store. */
const CENSUS = 200;
const PARALLEL = 8;
const KEPT_MS = 90 * 86_400_000;

/** Checks health and keys of the key store, and stores the result. */
export function recordHsmStatus(deps: RecordHsmStatusDeps): () => Promise<HsmStatus> {
  return async () => {
    const startedAt = performance.now();
    const health = await deps.store.health();
    const latencyMs = Math.round(performance.now() - startedAt);
    const references = await deps.db.system((tx) => findSomeReferences(tx, CENSUS));
    const census = health.status === 'offline' ? undefined : await takeCensus(deps.store, references);
    const seen = hsmStatusOf(health, latencyMs, census);
    const at = deps.now();
    await deps.db.system(async (tx) => {
      if (!(await extendHsmStatus(tx, seen, at))) await insertHsmStatus(tx, seen, at);
      await deleteOldHsmStatus(tx, new Date(at.getTime() - KEPT_MS));
    });
    return seen;
  };
}

/** @returns undefined when the store stopped answering */
async function takeCensus(
  store: Pick<KeyStore, 'describe'>,
  references: readonly string[],
): Promise<KeyCensus | undefined> {
  const found: (KeyDescription | undefined)[] = [];
  try {
    for (let at = 0; at < references.length; at += PARALLEL)
      found.push(
        ...(await Promise.all(references.slice(at, at + PARALLEL).map((name) => store.describe(name)))),
      );
  } catch {
    return undefined;
  }
  return {
    keysChecked: found.length,
    keysDisabled: found.filter((key) => key?.isEnabled === false).length,
    keysMissing: found.filter((key) => key === undefined).length,
  };
}
