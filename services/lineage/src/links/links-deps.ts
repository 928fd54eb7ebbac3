import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { ConsentEnds } from '../consent-ends/consent-ends.ts';
import type { OpenCompanies } from '../scopes/open-companies.ts';
import { type Reader, readerFor } from './reader.ts';

/** What every read of links needs. */
export interface LinksDeps {
  readonly db: Pick<Database, 'tenant' | 'read' | 'system'>;
  /** Ids of the linking agreements in force. */
  readonly liveAgreements: () => readonly number[];
  readonly companies: Pick<OpenCompanies, 'among'>;
  readonly consentEnds: Pick<ConsentEnds, 'settle'>;
}

/**
 * Who reads: the caller, in the company that was asked for or in all of theirs. What is read afterwards shows no level
 * of a person whose consent has ended by now.
 */
export async function readerOf(
  { liveAgreements, companies, consentEnds }: LinksDeps,
  ctx: Ctx,
  companyId?: bigint,
): Promise<Reader> {
  const asked = companyId === undefined ? undefined : Number(companyId);
  await consentEnds.settle();
  return await readerFor(ctx.caller, 'lineage:read', asked, liveAgreements(), companies);
}
