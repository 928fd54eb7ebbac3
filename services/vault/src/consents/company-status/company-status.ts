import { PollingCache } from '@pii-vault/platform/cache/polling-cache';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { companiesWith } from '@pii-vault/platform/core/context/permissions';
import { permissionDenied } from '@pii-vault/platform/core/errors/app-error';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';

export type CompanyDirectory = Pick<RpcClient<typeof DirectoryService>, 'companyStates'>;

/** Which companies exist and are open. Suspended: data neither readable nor writable, nothing deleted. */
export class CompanyStatus {
  readonly #states: PollingCache<ReadonlyMap<number, string>>;

  constructor(directory: CompanyDirectory, self: ModuleKit['self'], now: () => number = Date.now) {
    this.#states = new PollingCache(
      'status of the company',
      async () => {
        const { states } = await directory.companyStates(self({ deadlineMs: 3_000 }), { companyIds: [] });
        return new Map(states.map((state) => [state.companyId, state.status]));
      },
      now,
    );
  }

  /** Call it every 2 s. */
  async poll(): Promise<void> {
    await this.#states.refresh();
  }

  /**
   * @throws AppError NOT_FOUND without such a company, PERMISSION_DENIED COMPANY_SUSPENDED, UNAVAILABLE when unknown
   */
  async requireOpen(companyId: number): Promise<void> {
    let status = (await this.#states.get()).get(companyId);
    // An unknown company is looked up at once: it may be new.
    status ??= (await this.#states.refresh()).get(companyId);
    if (status === undefined) throw notFound();
    if (status === 'suspended') {
      throw permissionDenied('COMPANY_SUSPENDED', 'This company is suspended');
    }
  }

  /** Every company that tenancy knows, ascending. */
  async all(): Promise<number[]> {
    return [...(await this.#states.get()).keys()].sort((a, b) => a - b);
  }

  /** Those of the given companies, or of all, that are open, ascending. */
  async openAmong(companies: 'all' | readonly number[]): Promise<number[]> {
    const states = await this.#states.get();
    const ids = companies === 'all' ? [...states.keys()] : companies;
    return ids.filter((id) => (states.get(id) ?? 'suspended') !== 'suspended').sort((a, b) => a - b);
  }

  /**
   * The companies of a read: the named one, which must be open, or every open one in which the caller holds the
   * permission.
   */
  async readScope(ctx: Ctx, permission: string, companyId: number | undefined): Promise<number[]> {
    if (companyId === undefined) return await this.openAmong(companiesWith(ctx.caller, permission));
    await this.requireOpen(companyId);
    return [companyId];
  }
}
