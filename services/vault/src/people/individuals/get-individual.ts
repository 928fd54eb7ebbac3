import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { hasPermission } from '@pii-vault/platform/core/context/permissions';
import { readingScope } from '@pii-vault/platform/domain/reading-scope';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { CompanyStatus } from '../../consents/company-status/company-status.ts';
import { requirePurpose } from '../../consents/consent.ts';
import { purposeRefused } from '../../errors.ts';
import type { BudgetNotice } from '../../limits/budgets/reveal-budgets.ts';
import type { AuditWriter, TicketedPerson } from '../../reveals/audit-ticket.ts';
import { type FieldOpener, type ShownField, showFields } from '../../reveals/open-fields.ts';
import { maskOfTypes } from '../../reveals/reveal-records.ts';
import type { StoredPerson } from '../../reveals/stored-person.ts';
import { whyMissing } from './erased-people-store.ts';
import { readIndividuals } from './individuals-store.ts';

export interface ShownPerson {
  readonly person: StoredPerson;
  readonly fields: readonly ShownField[];
  readonly budget?: BudgetNotice | undefined;
}

/** One person in every company of the caller that holds it, ascending by company. */
export type GetIndividual = (
  ctx: Ctx,
  input: { readonly individualId: number; readonly companyId?: number; readonly purpose?: string },
) => Promise<ShownPerson[]>;

export interface ViewingDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly status: CompanyStatus;
  readonly writer: AuditWriter;
  readonly opener: FieldOpener;
}

/** Up to this many companies are queried at once, without a look-up of which of them hold the person. */
const FEW = 3;

/**
 * Without a purpose, or in a company where the caller may not reveal, every field is masked (field_view). With one,
 * covered fields are raw (field_decrypt) and the others masked, and the refusal is recorded.
 * @throws AppError NOT_FOUND; PERMISSION_DENIED PURPOSE_REFUSED when a purpose covers no field at all
 */
export function getIndividualUseCase(deps: ViewingDeps): GetIndividual {
  return async (ctx, { individualId, companyId, purpose }) => {
    if (purpose !== undefined) requirePurpose(purpose);
    const companies = await deps.status.readScope(ctx, 'pii:read', companyId);
    const holding =
      companies.length <= FEW ? companies : await companiesHolding(deps, ctx, companies, individualId);
    const opened = await Promise.all(
      holding.map((id) => deps.writer.openPeople(ctx, [wantedIn(ctx, id, individualId, purpose)])),
    );
    const people = opened.flat();
    if (people.length === 0)
      throw await deps.db.tenant(readingScope(ctx, companies), (tx) =>
        whyMissing(tx, companies, individualId),
      );
    if (purpose !== undefined && isRefusedThroughout(ctx, people)) throw purposeRefused();
    const shown = await Promise.all(
      people.map(async (one) => ({
        person: one.person,
        fields: await showFields(deps.opener, ctx, one),
        budget: one.budget,
      })),
    );
    return shown;
  };
}

export function wantedIn(ctx: Ctx, companyId: number, individualId: number, purpose: string | undefined) {
  const mayReveal = hasPermission(ctx.caller, 'pii:reveal', companyId);
  return {
    companyId,
    individualId,
    types: maskOfTypes([]),
    wantsDetail: true,
    ...(purpose !== undefined && mayReveal ? { purpose } : {}),
  };
}

/** Whether the purpose covers none of the existing fields, although the caller may reveal. */
export function isRefusedThroughout(ctx: Ctx, people: readonly TicketedPerson[]): boolean {
  const revealable = people.filter(({ person }) => hasPermission(ctx.caller, 'pii:reveal', person.companyId));
  return (
    revealable.some(({ person }) => person.fields.length > 0) &&
    revealable.every((one) => one.reveal === undefined)
  );
}

async function companiesHolding(
  deps: ViewingDeps,
  ctx: Ctx,
  companies: readonly number[],
  individualId: number,
): Promise<number[]> {
  const found = await deps.db.tenant(readingScope(ctx, companies), (tx) =>
    readIndividuals(tx, companies, [individualId]),
  );
  return found.map((one) => one.companyId);
}
