import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { Database } from '@pii-vault/platform/db/database';
import type { OpenCompanies } from '../scopes/open-companies.ts';
import { type Reader, readerFor } from './reader.ts';

/** What every read of links needs. */
export interface LinksDeps {
  readonly db: Pick<Database, 'tenant' | 'read' | 'system'>;
  /** Ids of the linking agreements in force. */
  readonly liveAgreements: () => readonly number[];
  readonly companies: Pick<OpenCompanies, 'among'>;
}

/** Who reads: the caller, in the company that was asked for or in all of theirs. */
export function readerOf(
  { liveAgreements, companies }: LinksDeps,
  ctx: Ctx,
  companyId?: bigint,
): Promise<Reader> {
  const asked = companyId === undefined ? undefined : Number(companyId);
  return readerFor(ctx.caller, 'lineage:read', asked, liveAgreements(), companies);
}
