import { optionalNumber } from '@pii-vault/platform/rpc/optional-number';
import type { RegisterPage } from './register.ts';

export interface PageRequest {
  readonly companyId?: bigint | undefined;
  readonly limit: number;
  readonly beforeId?: bigint | undefined;
}

/** The page of a list request; a limit of 0 means the default. */
export function pageOf(request: PageRequest): RegisterPage {
  return {
    companyId: optionalNumber(request.companyId),
    beforeId: optionalNumber(request.beforeId),
    limit: request.limit,
  };
}

export const optionalId = (id: number | undefined) => (id === undefined ? undefined : BigInt(id));
