import { createHash } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { internal } from '@pii-vault/platform/core/errors/app-error';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { SigningService } from '@pii-vault/proto/crypto/v1/signing';
import { erasureCompleted } from '../../events.ts';
import { destroyPerson } from '../../people/individuals/erased-people-store.ts';
import { type Certificate, type Erasure, statementOf } from './erasure.ts';
import { holdErasure, markShredded, storeCertificate } from './erasures-store.ts';

export interface FinishErasureDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly signing: Pick<RpcClient<typeof SigningService>, 'signCertificate'>;
  readonly now: () => Date;
}

/** Completes one due erasure. Can be interrupted at any point and repeated. */
export type FinishErasure = (
  ctx: Ctx,
  person: { readonly companyId: number; readonly individualId: number },
) => Promise<void>;

/**
 * Destroys the person in one transaction. Then, because only committed work may be certified, requests the certificate
 * and stores it. While crypto is unavailable the person stays destroyed without a certificate, and the job requests it
 * again. The row's lock lets one of two concurrent processes destroy, and the first certificate stays.
 */
export function finishErasureUseCase(deps: FinishErasureDeps): FinishErasure {
  return async (ctx, { companyId, individualId }) => {
    const inCompany = <T>(work: (tx: Tx) => Promise<T>) => deps.db.tenant({ companies: [companyId] }, work);
    const erasure = await inCompany((tx) => shred(deps, ctx, tx, companyId, individualId));
    if (erasure === undefined || erasure.certificate !== undefined) return;
    const certificate = await certify(deps, ctx, erasure);
    await inCompany(async (tx) => {
      const held = await holdErasure(tx, companyId, individualId);
      if (held === undefined || held.certificate !== undefined) return;
      await storeCertificate(tx, held, certificate);
      const sha256 = createHash('sha256').update(certificate.note).digest('hex');
      await tx.publish(
        auditMessage('vault', ctx, {
          action: 'data_shred',
          companyId,
          individualId,
          objectIds: { step: 'certified', certificateSha256: sha256, keyId: certificate.keyId },
        }),
      );
      await tx.publish(erasureCompleted(companyId, individualId, deps.now()));
    });
  };
}

/** The erasure after this call; undefined before its time. */
async function shred(
  deps: FinishErasureDeps,
  ctx: Ctx,
  tx: Tx,
  companyId: number,
  individualId: number,
): Promise<Erasure | undefined> {
  const held = await holdErasure(tx, companyId, individualId);
  const at = deps.now();
  if (held === undefined || held.shredded !== undefined) return held;
  if (held.shredAt > at) return undefined;
  const destroyed = await destroyPerson(tx, companyId, individualId);
  await markShredded(tx, held, at, destroyed);
  const { dataKeyCommitments, fieldVersions, consents } = destroyed;
  await tx.publish(
    auditMessage('vault', ctx, {
      action: 'data_shred',
      companyId,
      individualId,
      objectIds: { step: 'destroyed' },
      counts: { dataKeys: dataKeyCommitments.length, fieldVersions, consents },
    }),
  );
  return { ...held, shredded: { at, destroyed } };
}

async function certify(deps: FinishErasureDeps, ctx: Ctx, erasure: Erasure): Promise<Certificate> {
  const companyId = erasure.companyId;
  const signed = await deps.signing.signCertificate(ctx, { companyId, statement: statementOf(erasure) });
  const { key, text, signature } = signed;
  if (key === undefined) throw internal('BAD_ANSWER', 'Something went wrong on our side');
  const blob = Buffer.concat([key.keyHash, signature]).toString('base64');
  const note = `${Buffer.from(text).toString('utf8')}\n— ${key.keyName} ${blob}\n`;
  return { note, keyId: key.keyId, publicKey: Buffer.from(key.publicKey) };
}
