import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Logger } from '@pii-vault/platform/core/log/log';
import { yieldToEventLoop } from '@pii-vault/platform/core/threads/yield-to-event-loop';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import { type FieldKey, openDataKey } from '../../keys/envelope/data-key.ts';
import { IntegrityError } from '../../keys/envelope/integrity-error.ts';
import type { RandomPool } from '../../keys/envelope/random-pool.ts';
import type { Rewrap } from './rewrap.ts';
import type { RewrapReport } from './rewrap-report.ts';
import { countMoved } from './rewrap-store.ts';
import {
  type MovedDataKey,
  readFormerDataKeys,
  replaceDataKeys,
  type StoredDataKey,
} from './wrapped-keys-store.ts';

export interface RewrapKeysDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly log: Logger;
  readonly keys: Pick<CompanyKeys, 'fieldKeyVersion'>;
  readonly random: RandomPool;
}

/** Length of a slice before other work has its turn on the event loop, ms. */
const TURN_MS = 10;

/**
 * Moves a company's data keys to the active version in one pass, chunk by chunk, each with its work entry in one
 * transaction. Moved keys stay moved, so it can be interrupted and resumed. A key that does not open is recorded as an
 * integrity error and skipped.
 * @throws AppError REWRAP_LEASE_LOST
 */
export async function rewrapDataKeys(
  deps: RewrapKeysDeps,
  ctx: Ctx,
  rewrap: Rewrap,
  report: Pick<RewrapReport, 'moved'>,
  signal: AbortSignal,
): Promise<void> {
  const { companyId, activeVersion } = rewrap;
  const scope = { companies: [companyId] };
  const active = await deps.keys.fieldKeyVersion(companyId, activeVersion);
  let last: StoredDataKey | undefined;
  while (!signal.aborted) {
    const beganAt = performance.now();
    const after = last?.name ?? { companyId, individualId: 0, version: 0 };
    const chunk = await deps.db.tenant(scope, (tx) => readFormerDataKeys(tx, after, activeVersion));
    last = chunk.at(-1);
    if (last === undefined) return;
    const { moved, broken } = await moveAll(deps, active, chunk);
    const total = await deps.db.tenant(scope, async (tx) => {
      const count = await replaceDataKeys(tx, moved);
      const ms = Math.round(performance.now() - beganAt);
      const total = await countMoved(tx, rewrap, { keys: count, ms });
      const entry = { companyId, objectIds: { job: 'rewrap_keys', fieldKeyVersion: String(activeVersion) } };
      await tx.publish(
        auditMessage('vault', ctx, { ...entry, action: 'data_work', counts: { dataKeys: count } }),
      );
      if (broken.length > 0) {
        const individualIds = broken.map(({ name }) => name.individualId);
        await tx.publish(auditMessage('vault', ctx, { ...entry, action: 'integrity_error', individualIds }));
      }
      return total;
    });
    await report.moved(
      total,
      moved.map(({ stored }) => stored.fieldKeyVersion),
    );
    if (broken.length > 0)
      deps.log.error('Data keys do not open: their field key is kept', { companyId, count: broken.length });
  }
}

async function moveAll(
  deps: RewrapKeysDeps,
  active: FieldKey,
  chunk: readonly StoredDataKey[],
): Promise<{ moved: MovedDataKey[]; broken: StoredDataKey[] }> {
  const formerKeys = new Map<number, FieldKey>();
  const moved: MovedDataKey[] = [];
  const broken: StoredDataKey[] = [];
  let turnBegan = performance.now();
  for (const one of chunk) {
    if (performance.now() - turnBegan > TURN_MS) {
      await yieldToEventLoop();
      turnBegan = performance.now();
    }
    const version = one.stored.fieldKeyVersion;
    const former = formerKeys.get(version) ?? (await deps.keys.fieldKeyVersion(active.companyId, version));
    formerKeys.set(version, former);
    const next = move(one, former, active, deps.random);
    if (next === undefined) broken.push(one);
    else moved.push({ ...one, next });
  }
  return { moved, broken };
}

function move({ name, stored }: StoredDataKey, former: FieldKey, active: FieldKey, random: RandomPool) {
  try {
    return openDataKey(name, former, stored).wrapUnder(active, random);
  } catch (error) {
    if (error instanceof IntegrityError) return undefined;
    throw error;
  }
}
