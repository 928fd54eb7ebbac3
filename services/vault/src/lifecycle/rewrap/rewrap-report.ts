import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Logger } from '@pii-vault/platform/core/log/log';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { KeysService } from '@pii-vault/proto/crypto/v1/keys';
import type { Rewrap } from './rewrap.ts';
import { countFormer, type Moved, readMoved } from './rewrap-store.ts';

export interface ReportDeps {
  readonly db: Pick<Database, 'system'>;
  readonly log: Logger;
  readonly self: ModuleKit['self'];
  readonly crypto: Pick<RpcClient<typeof KeysService>, 'reportRewrap'>;
}

/** Interval between two reports of a round, ms. */
const REPORT_MS = 1_000;

/** Reports the progress of a round over one company to crypto, which stores the figures for users. */
export class RewrapReport {
  readonly #deps: ReportDeps;
  readonly #rewrap: Rewrap;
  readonly #left: Map<number, number>;
  #reportedAt = performance.now();

  private constructor(deps: ReportDeps, rewrap: Rewrap, left: Map<number, number>) {
    this.#deps = deps;
    this.#rewrap = rewrap;
    this.#left = left;
  }

  /** Counts the keys to move and reports the number. */
  static async begin(deps: ReportDeps, rewrap: Rewrap): Promise<RewrapReport> {
    const { left, moved } = await count(deps, rewrap);
    const report = new RewrapReport(deps, rewrap, left);
    await report.#report(moved, false);
    return report;
  }

  /** Records a moved chunk, one version per key; reported at most every second. */
  async moved(total: Moved, formerVersions: readonly number[]): Promise<void> {
    for (const version of formerVersions)
      this.#left.set(version, Math.max(0, (this.#left.get(version) ?? 0) - 1));
    if (performance.now() - this.#reportedAt >= REPORT_MS) await this.#report(total, false);
  }

  /** Counts again and reports. @param isClosed there are no writers, so the remaining keys do not open */
  async end(isClosed: boolean): Promise<void> {
    const { left, moved } = await count(this.#deps, this.#rewrap);
    for (const version of this.#left.keys()) this.#left.set(version, 0);
    for (const [version, rows] of left) this.#left.set(version, rows);
    await this.#report(moved, isClosed && left.size > 0);
  }

  /** The round continues if the report fails. */
  async #report(moved: Moved, blocked: boolean): Promise<void> {
    const { companyId, activeVersion } = this.#rewrap;
    this.#reportedAt = performance.now();
    const left = [...this.#left].map(([version, rows]) => ({ version, rows }));
    const perSecond = moved.ms === 0 ? 0 : (moved.keys * 1_000) / moved.ms;
    await this.#deps.crypto
      .reportRewrap(this.#deps.self({ company: companyId }), {
        companyId,
        rewrapped: moved.keys,
        activeVersion,
        perSecond,
        left,
        blocked,
      })
      .catch((thrown: unknown) => {
        const err = AppError.from(thrown);
        this.#deps.log.warn('progress of a rotation was not reported to crypto', {
          companyId,
          reason: err.reason,
          err,
        });
      });
  }
}

async function count({ db }: Pick<ReportDeps, 'db'>, rewrap: Rewrap) {
  return await db.system(async (tx) => ({
    left: await countFormer(tx, rewrap.companyId, rewrap.activeVersion),
    moved: await readMoved(tx, rewrap),
  }));
}
