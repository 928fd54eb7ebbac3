import { PollingCache } from '@pii-vault/platform/cache/polling-cache';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { permissionDenied } from '@pii-vault/platform/core/errors/app-error';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';

/** The companies whose links may be read: a suspended company's data is neither readable nor writable. */
export interface OpenCompanies {
  /** Call it every second or two. */
  refresh(): Promise<unknown>;
  /** Those of the given companies, or of all, that are open. @throws AppError UNAVAILABLE when unknown for 5 s */
  among(companies: 'all' | readonly number[]): Promise<number[]>;
}

export function openCompanies(
  directory: Pick<RpcClient<typeof DirectoryService>, 'companyStates'>,
  self: () => Ctx,
): OpenCompanies {
  const open = new PollingCache('status of the company', async () => {
    const { states } = await directory.companyStates(self(), { companyIds: [] });
    return new Set(states.filter(({ status }) => status !== 'suspended').map(({ companyId }) => companyId));
  });
  return {
    refresh: () => open.refresh(),
    async among(companies) {
      const known = await open.get();
      if (companies === 'all') return [...known].sort((a, b) => a - b);
      // An unknown company is looked up at once: it may be new.
      const current = companies.every((id) => known.has(id)) ? known : await open.refresh();
      return companies.filter((id) => current.has(id));
    },
  };
}

export const companySuspended = () => permissionDenied('COMPANY_SUSPENDED', 'This company is suspended');
