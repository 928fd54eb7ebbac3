import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { hasPermission } from '@pii-vault/platform/core/context/permissions';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import { mask } from '@pii-vault/platform/domain/field-types/mask';
import { type Nominee, nomineesOf } from '@pii-vault/platform/domain/field-types/nominee';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { bitOf, requirePurpose } from '../../consents/consent.ts';
import { purposeRefused } from '../../errors.ts';
import type { AuditTicket, BatchRead } from '../../reveals/audit-ticket.ts';
import { keyOfRow, withIntegrityEntry } from '../../reveals/decryptor.ts';
import { readSealedFields, type SealedRow } from '../fields/fields-store.ts';
import { whyMissing } from '../individuals/erased-people-store.ts';
import type { ViewingDeps } from '../individuals/get-individual.ts';
import { readIndividuals } from '../individuals/individuals-store.ts';

/** The only purpose for which nominees are shown raw: contacting them. */
export const NOMINATION = 'nomination';

export interface Nomination {
  readonly nominees: readonly Nominee[];
  readonly isMasked: boolean;
  readonly updatedAt: Date;
}

interface Place {
  readonly companyId: number;
  readonly individualId: number;
}

export type GetNominees = (
  ctx: Ctx,
  input: Place & { readonly purpose?: string | undefined },
) => Promise<Nomination | undefined>;

/**
 * The nominees of a person; undefined without any. Masked (field_view), or raw for the purpose `nomination` where
 * the caller may reveal (field_decrypt).
 * @throws AppError NOT_FOUND; FAILED_PRECONDITION ERASED; PERMISSION_DENIED PURPOSE_REFUSED for any other purpose
 */
export function getNomineesUseCase(deps: ViewingDeps): GetNominees {
  return async (ctx, { purpose, ...place }) => {
    if (purpose !== undefined) requirePurpose(purpose);
    const { companyId } = place;
    await deps.status.requireOpen(companyId);
    const isReveal = purpose !== undefined && hasPermission(ctx.caller, 'pii:reveal', companyId);
    if (isReveal && purpose !== NOMINATION) await refuse(deps, ctx, place, purpose);
    const { found, ticket } = await deps.writer.openBatch(
      ctx,
      companyId,
      (tx) => read(tx, place, isReveal),
      isReveal ? { purpose: NOMINATION, people: 1 } : undefined,
    );
    if (found === undefined || ticket === undefined) return undefined;
    const value = await withIntegrityEntry(deps.db, ctx, place, () => open(deps, companyId, found, ticket));
    const shown = isReveal ? value : mask('nominee', value);
    return { nominees: nomineesOf(shown), isMasked: !isReveal, updatedAt: found.createdAt };
  };
}

async function read(
  tx: Tx,
  { companyId, individualId }: Place,
  isReveal: boolean,
): Promise<BatchRead<SealedRow | undefined>> {
  const [person] = await readIndividuals(tx, [companyId], [individualId]);
  if (person === undefined) throw await whyMissing(tx, [companyId], individualId);
  const bit = bitOf('nominee');
  const [row] = await readSealedFields(tx, companyId, [individualId], bit);
  return {
    found: row,
    kind: isReveal ? 'reveal' : 'view',
    grants: new Map([[individualId, bit]]),
    values: row === undefined ? 0 : 1,
    entry: {
      action: isReveal ? 'field_decrypt' : 'field_view',
      fieldNames: ['nominee'],
      ...(isReveal ? { purpose: NOMINATION } : {}),
    },
  };
}

async function open(
  { opener: { keys, decryptor } }: ViewingDeps,
  companyId: number,
  row: SealedRow,
  ticket: AuditTicket,
): Promise<string> {
  const key = await keyOfRow(keys, companyId, row);
  return decryptor.open(ticket, key, { fieldType: 'nominee', version: row.version }, row.ciphertext);
}

async function refuse({ db }: ViewingDeps, ctx: Ctx, place: Place, purpose: string): Promise<never> {
  const facts = { ...place, fieldNames: ['nominee'], purpose, reason: 'PURPOSE_NOT_COVERED' };
  await db.tenant({ companies: [place.companyId] }, (tx) =>
    tx.publish(auditMessage('vault', ctx, { ...facts, action: 'field_decrypt', decision: 'refused' })),
  );
  throw purposeRefused();
}
