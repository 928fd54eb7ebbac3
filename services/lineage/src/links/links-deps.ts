import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { OpenCompanies } from '../spaces/scopes/open-companies.ts';
import { type Reader, readerFor } from './reader.ts';

/** Dependencies of every read of links. */
export interface LinksDeps {
  readonly db: Pick<Database, 'tenant' | 'read' | 'system'>;
  /** Ids of the linking agreements in force. */
  readonly liveAgreements: () => readonly number[];
  readonly companies: Pick<OpenCompanies, 'among'>;
  /** Withholds the links of consents that ended; called before each read. */
  readonly consentEnds: { settle(): Promise<void> };
}

/**
 * The reader: the caller, in the requested company or in all of theirs. Reads after this call show no level of a person
 * whose consent has ended.
 */
export async function readerOf(
  { liveAgreements, companies, consentEnds }: LinksDeps,
  ctx: Ctx,
  companyId?: number,
): Promise<Reader> {
  const asked = companyId;
  await consentEnds.settle();
  return await readerFor(ctx.caller, 'lineage:read', asked, liveAgreements(), companies);
}
