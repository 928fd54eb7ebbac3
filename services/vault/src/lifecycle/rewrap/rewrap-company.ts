import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { KeysService } from '@pii-vault/proto/crypto/v1/keys';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import type { Outcome, Rewrap } from './rewrap.ts';
import { type RewrapKeysDeps, rewrapDataKeys } from './rewrap-data-keys.ts';
import { rewrapImportKeys } from './rewrap-import-keys.ts';
import { RewrapReport } from './rewrap-report.ts';
import { closeFormerVersions, finishRewrap, isEmptied, markEmptied } from './rewrap-store.ts';

export interface RewrapCompanyDeps extends RewrapKeysDeps {
  readonly db: Pick<Database, 'tenant' | 'system'>;
  readonly keys: CompanyKeys;
  readonly crypto: Pick<
    RpcClient<typeof KeysService>,
    'findRewraps' | 'reportRewrap' | 'retireFieldKeyVersion'
  >;
  readonly self: ModuleKit['self'];
  /** See VAULT_FIELD_KEY_SETTLE_MS. */
  readonly settleMs: number;
}

/** Pause when keys are left under a former version without writers: they do not open. */
const BROKEN_REST_SECONDS = 3_600;
/** Pause while crypto does not retire a replaced version yet. */
const GRACE_REST_SECONDS = 30;

/**
 * One round over a company:
 * move the keys under former versions → block writers under them, once every process must know the new one →
 * move the rest → count none left, under the lock → wait for the last reader → count again → retire.
 * Every step is idempotent, so a round may end at any point.
 */
export async function rewrapCompany(
  deps: RewrapCompanyDeps,
  rewrap: Rewrap,
  signal: AbortSignal,
): Promise<Outcome> {
  const settle: Outcome = { isFinished: false, restSeconds: deps.settleMs / 1_000 };
  const report = await RewrapReport.begin(deps, rewrap);
  await moveKeys(deps, rewrap, report, signal);
  const isClosed = rewrap.isClosed || rewrap.isSettled;
  if (isClosed && !rewrap.isClosed) {
    await deps.db.system((tx) => closeFormerVersions(tx, rewrap));
    await moveKeys(deps, rewrap, report, signal);
  }
  await report.end(isClosed && !signal.aborted);
  if (!isClosed) return settle;
  if (signal.aborted) return { isFinished: false, restSeconds: 0 };
  // A separate transaction: it holds the lock, and writers must not wait for the next steps.
  if (!(await deps.db.system((tx) => isEmptied(tx, rewrap))))
    return { isFinished: false, restSeconds: BROKEN_REST_SECONDS };
  if (!rewrap.isDrained && deps.settleMs > 0) {
    await deps.db.system((tx) => markEmptied(tx, rewrap));
    return settle;
  }
  return await retireFormerVersions(deps, rewrap);
}

async function moveKeys(
  deps: RewrapCompanyDeps,
  rewrap: Rewrap,
  report: RewrapReport,
  signal: AbortSignal,
): Promise<void> {
  const ctx = deps.self({ company: rewrap.companyId });
  await rewrapDataKeys(deps, ctx, rewrap, report, signal);
  await rewrapImportKeys(deps, ctx, rewrap);
}

async function retireFormerVersions(deps: RewrapCompanyDeps, rewrap: Rewrap): Promise<Outcome> {
  const { companyId, activeVersion } = rewrap;
  // The current state at crypto, not a cached one.
  deps.keys.forgetFieldKeys(companyId);
  const live = await deps.keys.fieldKeys(companyId);
  const former = live.map(({ version }) => version).filter((version) => version < activeVersion);
  for (const version of former) {
    const request = { companyId, version };
    const isRetired = await deps.crypto
      .retireFieldKeyVersion(deps.self({ company: companyId }), request)
      .then(() => true)
      .catch((error: unknown) => {
        if (error instanceof AppError && error.reason === 'KEY_IN_GRACE') return false;
        throw error;
      });
    if (!isRetired) return { isFinished: false, restSeconds: GRACE_REST_SECONDS };
  }
  deps.keys.forgetFieldKeys(companyId);
  await deps.db.system(async (tx) => {
    const moved = await finishRewrap(tx, rewrap);
    if (moved === undefined) return;
    await tx.publish(
      auditMessage('vault', deps.self({ company: companyId }), {
        action: 'key_rotate',
        companyId,
        objectIds: { keyPurpose: 'field', keyVersion: String(activeVersion), retired: former.join(' ') },
        counts: { rewrapped: moved, retired: former.length },
      }),
    );
  });
  return { isFinished: true };
}
