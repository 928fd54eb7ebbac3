import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import { FIELD_TYPES, type FieldType, isFieldType } from '@pii-vault/platform/domain/field-types/field-type';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type { CompanyStatus } from '../../consents/company-status/company-status.ts';
import { bitOf, type ConsentEntry, maskOf, requirePurpose } from '../../consents/consent.ts';
import { insertWithdrawal } from '../../consents/consents-store.ts';
import { acceptedPurposes, refusalOf } from '../../consents/coverage.ts';
import { invalidField } from '../../errors.ts';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import { writtenBy } from '../../limits/stops/written-by.ts';
import { once } from '../idempotency/once.ts';
import { bumpPerson } from '../individuals/bump-person.ts';
import { whyMissing } from '../individuals/erased-people-store.ts';
import { forgetFingerprints } from '../records/import-fingerprints-store.ts';
import { type LockedPerson, lockPeople } from '../records/locked-person.ts';
import { listedTypes, scoredAfter } from '../records/plan-person.ts';

export interface WithdrawInput {
  readonly companyId: number;
  readonly individualId: number;
  readonly purpose: string;
  /** Empty: every type. */
  readonly fieldTypes: readonly string[];
}

/** The types whose use for the purpose stopped by this call. */
export type WithdrawConsent = (
  ctx: Ctx,
  input: WithdrawInput,
) => Promise<{ readonly withdrawnAt: Date; readonly fieldTypes: readonly FieldType[] }>;

/**
 * Appends a withdrawal; reveals and cross-company features for the purpose stop with its commit. A purpose without
 * consent may be withdrawn, too: the withdrawal applies to later writes. A repeated call is recorded, because a consent
 * may be dated between the two.
 */
export function withdrawConsentUseCase(deps: {
  readonly db: Pick<Database, 'tenant'>;
  readonly status: CompanyStatus;
  readonly keys: CompanyKeys;
}): WithdrawConsent {
  return async (ctx, input) => {
    const { companyId } = input;
    requirePurpose(input.purpose);
    withdrawalMask(input.fieldTypes);
    await deps.status.requireOpen(companyId);
    const call = { companyId, route: 'POST /individuals/{id}/consent/withdraw', request: input };
    const done = await deps.db.tenant({ companies: [companyId] }, (tx) =>
      once(deps.keys, ctx, tx, call, async () => {
        const { withdrawnAt, fieldTypes } = await withdraw(tx, ctx, input, new Date());
        return { withdrawnAt: withdrawnAt.toISOString(), fieldTypes };
      }),
    );
    return { withdrawnAt: new Date(done.withdrawnAt), fieldTypes: done.fieldTypes };
  };
}

/** @throws AppError NOT_FOUND, FAILED_PRECONDITION ERASED, INVALID_ARGUMENT */
export async function withdraw(
  tx: Tx,
  ctx: Ctx,
  input: WithdrawInput,
  at: Date,
): Promise<{ withdrawnAt: Date; fieldTypes: FieldType[] }> {
  const { companyId, individualId } = input;
  const held = (await lockPeople(tx, companyId, [individualId])).get(individualId);
  if (held === undefined) throw await whyMissing(tx, [companyId], individualId);
  return await withdrawFrom(tx, ctx, held, input, { at, by: writtenBy(ctx.caller) });
}

/**
 * Withdraws purposes for all types, as a record of an import says. True if an undated consent to one
 * of them would have counted; without any change nothing is recorded.
 */
export async function withdrawAll(
  tx: Tx,
  ctx: Ctx,
  person: { readonly companyId: number; readonly individualId: number },
  purposes: readonly string[],
  written: { readonly at: Date; readonly by: string | undefined },
): Promise<boolean> {
  const { companyId, individualId } = person;
  let isChanged = false;
  for (const purpose of purposes) {
    const held = (await lockPeople(tx, companyId, [individualId])).get(individualId);
    if (held === undefined) throw await whyMissing(tx, [companyId], individualId);
    const next = { purpose, alsoFor: [], date: written.at };
    if (FIELD_TYPES.every((type) => acceptedPurposes(held.consents, type, next).length === 0)) continue;
    await withdrawFrom(tx, ctx, held, { companyId, individualId, purpose, fieldTypes: [] }, written);
    isChanged = true;
  }
  return isChanged;
}

/** Appends the withdrawal to the history of a locked person. */
export async function withdrawFrom(
  tx: Tx,
  ctx: Ctx,
  held: LockedPerson,
  { companyId, individualId, purpose, fieldTypes: named }: WithdrawInput,
  { at, by }: { readonly at: Date; readonly by: string | undefined },
): Promise<{ withdrawnAt: Date; fieldTypes: FieldType[] }> {
  const typeMask = withdrawalMask(named);
  const stopping = stoppingTypes(held, purpose, typeMask, at);
  const seq = (held.consents.at(-1)?.seq ?? 0) + 1;
  await insertWithdrawal(tx, { companyId, individualId, seq, purpose, at, typeMask });
  await forgetFingerprints(tx, companyId);
  const entry: ConsentEntry = { seq, recordedAt: at, kind: 'withdrawn', purpose, at, typeMask };
  await bumpPerson(
    tx,
    { companyId, individualId, recordVersion: held.recordVersion },
    {
      fields: scoredAfter({ ...held, consents: [...held.consents, entry] }, [], at),
      typeMask: maskOf(listedTypes(held)),
      at,
      by,
    },
  );
  const facts = { companyId, individualId, purpose, fieldNames: stopping };
  await tx.publish(auditMessage('vault', ctx, { ...facts, action: 'consent_withdraw' }));
  return { withdrawnAt: at, fieldTypes: stopping };
}

/** The types of the mask whose use for the purpose a withdrawal stops. */
export const stoppingTypes = (held: LockedPerson, purpose: string, typeMask: number, at: Date): FieldType[] =>
  typesCovered(held, purpose, at).filter((type) => typeMask === 0 || (typeMask & bitOf(type)) !== 0);

function typesCovered(held: LockedPerson, purpose: string, at: Date): FieldType[] {
  const types: FieldType[] = [];
  for (const field of held.fields.values()) {
    if (!isFieldType(field.type) || !field.isActive) continue;
    if (refusalOf(held.consents, field, purpose, at) === undefined) types.push(field.type);
  }
  return types;
}

/** @throws AppError INVALID_ARGUMENT FIELD_TYPE_UNKNOWN */
export function withdrawalMask(names: readonly string[]): number {
  let mask = 0;
  for (const name of names) {
    if (!isFieldType(name))
      throw invalidField('FIELD_TYPE_UNKNOWN', 'fieldTypes', 'names an unknown field type');
    mask |= bitOf(name);
  }
  return mask;
}
