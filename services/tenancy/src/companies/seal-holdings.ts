import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { HoldingsService } from '@pii-vault/proto/vault/v1/holdings';
import type { Holdings } from './delete-company.ts';

/** Counts the company's data in the vault, which seals the company if there is none. */
export function sealHoldings(kit: Pick<ModuleKit, 'client' | 'self'>) {
  const vault = kit.client(HoldingsService, 'vault');
  return async (ctx: Ctx, companyId: number): Promise<Holdings> => {
    const self = kit.self({ company: companyId, causedBy: ctx });
    const { individuals, imports } = await vault.sealCompany(self, { companyId });
    return { people: individuals, imports };
  };
}
