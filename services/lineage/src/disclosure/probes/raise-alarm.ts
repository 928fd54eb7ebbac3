import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { credentialStopChanged } from '../../events.ts';
import { type Overspent, openAlarm, roundedEvents, STOPPING } from './alarms-store.ts';

/**
 * Raises an alarm for both companies: an entry in each trail, and a threat until the stop is lifted. The other company
 * learns who probes, never with which credential.
 * @param refusesWrites whether the vault refuses later writes of the credential, if the reason stops it at all
 */
export async function raiseAlarm(
  tx: Tx,
  ctx: Ctx,
  one: Overspent,
  at: Date,
  { refusesWrites } = { refusesWrites: true },
): Promise<void> {
  const isNew = await openAlarm(tx, one, at);
  // Published at every alarm, so that the vault also learns of stops that are older than this event.
  if (refusesWrites && STOPPING.has(one.reason))
    await tx.publish(credentialStopChanged({ ...one, isStopped: true, at }));
  if (!isNew) return;
  const { companyId, otherCompanyId, agreementId, credential, reason, budget } = one;
  const events = roundedEvents(one);
  const entry = (viewer: number, other: number, own: Readonly<Record<string, string>>) =>
    auditMessage('lineage', ctx, {
      action: 'matching_probe',
      companyId: viewer,
      decision: 'refused',
      reason: `PROBE_${reason.toUpperCase()}`,
      objectIds: { linkAgreementId: String(agreementId), otherCompanyId: String(other), ...own },
      counts: { events, budget },
      occurredAt: at,
    });
  await tx.publishAll([
    entry(companyId, otherCompanyId, { credential }),
    entry(otherCompanyId, companyId, {}),
  ]);
}
