import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { yieldToEventLoop } from '@pii-vault/platform/core/threads/yield-to-event-loop';
import { FIELD_TYPES, isFieldType } from '@pii-vault/platform/domain/field-types/field-type';
import type { CompanyStatus } from '../consents/company-status/company-status.ts';
import { bitOf, requirePurpose } from '../consents/consent.ts';
import { invalidField, tooMany } from '../errors.ts';
import type { BudgetNotice } from '../limits/budgets/reveal-budgets.ts';
import type { AuditWriter } from './audit-ticket.ts';
import { type FieldOpener, type OpenedFields, openFields } from './open-fields.ts';

const MAX_REVEAL = 200;
/** People decrypted per slice of the event loop, about 3 ms. */
const OPENED_AT_ONCE = 25;

export interface RevealedRecord extends OpenedFields {
  readonly individualId: number;
}

export type RevealRecords = (
  ctx: Ctx,
  input: {
    readonly companyId: number;
    readonly individualIds: readonly number[];
    readonly fieldTypes: readonly string[];
    readonly purpose: string;
  },
) => Promise<Revealed>;

export interface Revealed {
  readonly records: readonly RevealedRecord[];
  /** Set when most of the caller's budget is used. */
  readonly budget: BudgetNotice | undefined;
}

/**
 * Raw values of up to 200 people for a purpose; skips people that the company does not hold. One audit entry per
 * person, all committed before the first decryption.
 */
export function revealRecordsUseCase(deps: {
  readonly status: CompanyStatus;
  readonly writer: AuditWriter;
  readonly opener: FieldOpener;
}): RevealRecords {
  return async (ctx, input) => {
    const ids = [...new Set(input.individualIds)];
    if (ids.length > MAX_REVEAL) throw tooMany('people', MAX_REVEAL);
    const purpose = requirePurpose(input.purpose);
    const types = maskOfTypes(input.fieldTypes);
    await deps.status.requireOpen(input.companyId);
    const { companyId } = input;
    const wanted = ids.map((individualId) => ({
      companyId,
      individualId,
      purpose,
      types,
      wantsDetail: false,
    }));
    const people = await deps.writer.openPeople(ctx, wanted, { isBulk: true });
    const revealed: RevealedRecord[] = [];
    for (const one of people) {
      if (revealed.length > 0 && revealed.length % OPENED_AT_ONCE === 0) await yieldToEventLoop();
      const { fields, refused } = await openFields(deps.opener, ctx, one);
      revealed.push({ individualId: one.person.individualId, fields, refused });
    }
    return { records: revealed, budget: people.find((one) => one.budget !== undefined)?.budget };
  };
}

/** @returns a mask of the types; none named = all. @throws AppError FIELD_TYPE_UNKNOWN, also for the external id */
export function maskOfTypes(names: readonly string[]): number {
  let mask = 0;
  for (const name of names.length === 0 ? FIELD_TYPES : names) {
    if (!isFieldType(name))
      throw invalidField('FIELD_TYPE_UNKNOWN', 'fieldTypes', 'names an unknown field type');
    mask |= bitOf(name);
  }
  return mask;
}
