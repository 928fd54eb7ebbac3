import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { hasPermission } from '@pii-vault/platform/core/context/permissions';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import { constantMask, mask } from '@pii-vault/platform/domain/field-types/mask';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { bitOf, type ConsentEntry, type Refusal, requirePurpose } from '../../consents/consent.ts';
import { readConsents } from '../../consents/consents-store.ts';
import { refusalOf } from '../../consents/coverage.ts';
import { purposeRefused } from '../../errors.ts';
import type { AuditTicket, BatchRead } from '../../reveals/audit-ticket.ts';
import { keyOfRow, withIntegrityEntry } from '../../reveals/decryptor.ts';
import type { ViewingDeps } from '../individuals/get-individual.ts';
import { type FieldPlace, readVersions, type SealedRow } from './fields-store.ts';
import { placeOf } from './get-field.ts';

export interface FieldVersion {
  readonly row: SealedRow;
  readonly value: string;
  readonly isMasked: boolean;
  readonly refusal: Refusal | undefined;
}

export interface FieldHistory {
  readonly place: FieldPlace;
  /** Newest first. */
  readonly versions: readonly FieldVersion[];
  readonly consents: readonly ConsentEntry[];
}

interface Found {
  readonly rows: readonly { readonly row: SealedRow; readonly refusal: Refusal | undefined }[];
  readonly consents: readonly ConsentEntry[];
}

export type GetFieldHistory = (
  ctx: Ctx,
  input: { readonly fieldId: number; readonly purpose?: string },
) => Promise<FieldHistory>;

/** Every version of a field. With a purpose, versions with a covering consent are raw; others have no value. */
export function getFieldHistoryUseCase(deps: ViewingDeps): GetFieldHistory {
  return async (ctx, { fieldId, purpose }) => {
    if (purpose !== undefined) requirePurpose(purpose);
    const place = await placeOf(deps, ctx, fieldId);
    const isReveal = purpose !== undefined && hasPermission(ctx.caller, 'pii:reveal', place.companyId);
    const { found, ticket } = await deps.writer.openBatch(
      ctx,
      place.companyId,
      (tx) => readHistory(tx, ctx, place, { fieldId, purpose: isReveal ? purpose : undefined }),
      isReveal ? { purpose, people: 1 } : undefined,
    );
    if (isReveal && found.rows.every((one) => one.refusal !== undefined)) throw purposeRefused();
    const versions = await withIntegrityEntry(deps.db, ctx, place, () =>
      Promise.all(
        found.rows.map(async (one) => ({
          ...one,
          ...(await shownValue(deps, place, { ...one, ticket, isReveal })),
        })),
      ),
    );
    return { place, versions, consents: found.consents };
  };
}

async function readHistory(
  tx: Tx,
  ctx: Ctx,
  { companyId, individualId, type }: FieldPlace,
  { fieldId, purpose }: { fieldId: number; purpose: string | undefined },
): Promise<BatchRead<Found>> {
  const consents = (await readConsents(tx, companyId, individualId)) ?? [];
  const at = new Date();
  const rows = (await readVersions(tx, companyId, individualId, { type, withSealed: false })).map((row) => ({
    row,
    refusal: purpose === undefined ? undefined : refusalOf(consents, row, purpose, at),
  }));
  const refused = rows.find((one) => one.refusal !== undefined);
  if (refused !== undefined) {
    const { refusal: reason } = refused;
    const facts = { companyId, individualId, piiFieldId: fieldId, fieldNames: [type], purpose, reason };
    await tx.publish(auditMessage('vault', ctx, { ...facts, action: 'field_decrypt', decision: 'refused' }));
  }
  const isView = purpose === undefined;
  const opened = rows.filter((one) => (isView ? constantMask(type) === null : one.refusal === undefined));
  return {
    found: { rows, consents },
    kind: isView ? 'view' : 'reveal',
    grants: new Map([[individualId, bitOf(type)]]),
    values: opened.length,
    entry: {
      action: isView ? 'field_view' : 'field_decrypt',
      fieldNames: [type],
      purpose,
      piiFieldId: fieldId,
    },
  };
}

async function shownValue(
  deps: ViewingDeps,
  { companyId, type }: FieldPlace,
  one: { row: SealedRow; refusal: Refusal | undefined; ticket: AuditTicket | undefined; isReveal: boolean },
): Promise<{ value: string; isMasked: boolean }> {
  const constant = constantMask(type);
  if (!one.isReveal && constant !== null) return { value: constant, isMasked: true };
  if (one.refusal !== undefined || one.ticket === undefined) return { value: 'XXXX-MASKED', isMasked: true };
  const { row, ticket } = one;
  const key = await keyOfRow(deps.opener.keys, companyId, row);
  const value = deps.opener.decryptor.open(
    ticket,
    key,
    { fieldType: type, version: row.version },
    row.ciphertext,
  );
  return one.isReveal ? { value, isMasked: false } : { value: mask(type, value), isMasked: true };
}
