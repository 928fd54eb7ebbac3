import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type { CompanyStatus } from '../../consents/company-status/company-status.ts';
import type { RetentionFloor } from '../../consents/retention-floor.ts';
import { invalidField } from '../../errors.ts';
import { individualErased } from '../../events.ts';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import type { SpendErasure } from '../../limits/budgets/spend-daily.ts';
import { sealReason } from '../../limits/reasons/shown-reason.ts';
import { once } from '../../people/idempotency/once.ts';
import { sealPerson, whyMissing } from '../../people/individuals/erased-people-store.ts';
import { insertErasedTraits } from '../../people/records/erased-traits.ts';
import { IdentityUnknown, type WithIdentities } from '../../people/records/identities.ts';
import type { Identity, IdentityBook } from '../../people/records/identity.ts';
import { forgetFingerprints } from '../../people/records/import-fingerprints-store.ts';
import { type LockedPerson, lockPeople } from '../../people/records/locked-person.ts';
import type { Erasure } from './erasure.ts';
import { erasureReasonForm } from './erasure-reason.ts';
import { insertErasure } from './erasures-store.ts';

export interface EraseInput {
  readonly companyId: number;
  readonly individualId: number;
  readonly reason: string;
  /** As in Erasure; no part of what makes a repeated request the same. */
  readonly verifiedSame?: readonly number[];
}

export interface EraseDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly status: CompanyStatus;
  readonly keys: CompanyKeys;
  readonly floor: RetentionFloor;
  readonly withIdentities: WithIdentities;
  readonly spendErasure: SpendErasure;
  /** Called after the commit: an erasure that is due at once is completed at once. */
  readonly wakeJob: () => void;
}

export type EraseIndividual = (ctx: Ctx, input: EraseInput) => Promise<Erasure>;

const MAX_REASON = 1000;

/**
 * Seals the person in one company; the job destroys it after the retention floor. @throws AppError FAILED_PRECONDITION
 * ERASED; PERMISSION_DENIED APPROVAL_REQUIRED
 */
export function eraseIndividualUseCase(deps: EraseDeps): EraseIndividual {
  return async (ctx, input) => {
    const { companyId, individualId, reason } = input;
    await deps.status.requireOpen(companyId);
    if (reason.trim() === '' || reason.length > MAX_REASON)
      throw invalidField('REASON_INVALID', 'reason', `must have 1 to ${MAX_REASON} characters`);
    await deps.spendErasure(ctx, companyId);
    const call = {
      companyId,
      route: 'POST /individuals/{id}/erase',
      request: { companyId, individualId, reason },
    };
    const erased = await withErasedIdentity(deps, ctx, companyId, (tx, identities) =>
      once(deps.keys, ctx, tx, call, async () => {
        const erasing = { ...input, requestedAt: new Date() };
        const { requestedAt, shredAt } = await sealErased(deps, ctx, tx, erasing, identities);
        const times = { requestedAt: requestedAt.toISOString(), shredAt: shredAt.toISOString() };
        return { ...times, verifiedSame: input.verifiedSame };
      }),
    );
    const { requestedAt, shredAt, verifiedSame } = erased;
    const times = { requestedAt: new Date(requestedAt), shredAt: new Date(shredAt) };
    return { companyId, individualId, ...times, ...(verifiedSame === undefined ? {} : { verifiedSame }) };
  };
}

/**
 * A transaction that seals a person, with the name that sealErased needs. If it is damaged, the person is sealed
 * without traits: damage does not keep anybody from being erased.
 */
export async function withErasedIdentity<T>(
  { db, withIdentities }: Pick<EraseDeps, 'db' | 'withIdentities'>,
  ctx: Ctx,
  companyId: number,
  work: (tx: Tx, identities: IdentityBook | 'damaged') => Promise<T>,
): Promise<T> {
  const scope = { companies: [companyId] };
  try {
    return await withIdentities(ctx, companyId, (newBook) => db.tenant(scope, (tx) => work(tx, newBook())));
  } catch (error) {
    if (AppError.from(error).code !== 'DATA_LOSS') throw error;
    return await db.tenant(scope, (tx) => work(tx, 'damaged'));
  }
}

/** @throws AppError NOT_FOUND, FAILED_PRECONDITION ERASED; IdentityUnknown (withErasedIdentity) */
export async function sealErased(
  deps: Pick<EraseDeps, 'keys' | 'floor' | 'wakeJob'>,
  ctx: Ctx,
  tx: Tx,
  input: EraseInput & { readonly requestedAt: Date },
  identities: IdentityBook | 'damaged',
): Promise<Erasure> {
  const { companyId, individualId, requestedAt, verifiedSame } = input;
  const form = erasureReasonForm(companyId, individualId);
  const held = (await lockPeople(tx, companyId, [individualId])).get(individualId);
  if (held === undefined) throw await whyMissing(tx, [companyId], individualId);
  const identity = identityOf(held, identities);
  const times = { requestedAt, shredAt: deps.floor(companyId, requestedAt) };
  const same = verifiedSame === undefined ? {} : { verifiedSame };
  const erasure = { companyId, individualId, ...times, ...same };
  await insertErasure(tx, { ...erasure, reason: await sealReason(deps.keys, form, input.reason) });
  await forgetFingerprints(tx, companyId);
  if (identity !== undefined)
    await insertErasedTraits(tx, input, await deps.keys.indexKey(companyId), identity);
  const version = await sealPerson(tx, companyId, individualId, requestedAt);
  await tx.publish(individualErased(companyId, individualId, version, requestedAt));
  await tx.publish(
    auditMessage('vault', ctx, {
      action: 'data_erase',
      companyId,
      individualId,
      fieldNames: [...held.fields.values()].filter((field) => field.isActive).map((field) => field.type),
    }),
  );
  tx.afterCommit(deps.wakeJob);
  return erasure;
}

/** Undefined when it is damaged; empty without a name. @throws IdentityUnknown before it is decrypted */
function identityOf(held: LockedPerson, identities: IdentityBook | 'damaged'): Identity | undefined {
  if (identities === 'damaged') return undefined;
  if (held.fields.get('name')?.isActive !== true) return {};
  const identity = identities.of(held);
  if (identity === undefined) throw new IdentityUnknown([held.individualId]);
  return identity;
}
