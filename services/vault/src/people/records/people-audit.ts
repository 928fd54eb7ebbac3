import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { type AuditFacts, auditMessage } from '@pii-vault/platform/domain/audit-entry';
import { FIELD_CODES, FIELD_TYPES, type StoredType } from '@pii-vault/platform/domain/field-types/field-type';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { OutboxMessage } from '@pii-vault/platform/postgres/outbox-message';
import { recordsChanged } from '../../events.ts';
import { writtenBy } from '../../limits/stops/written-by.ts';
import type { PersonResult, WriteOptions } from './person.ts';
import { ciphertextDigest, consentDigest, type PersonWrite } from './seal-person.ts';

/** The entry of a write of one person, committed with it. */
export function writeEntry(ctx: Ctx, write: PersonWrite): OutboxMessage {
  return auditMessage('vault', ctx, {
    ...factsOf([write], write.companyId, write.consent?.purpose),
    individualId: write.individualId,
  });
}

/** One event for all people of a chunk, one entry for the created and one for the changed ones. */
export async function publishWrites(
  tx: Tx,
  ctx: Ctx,
  options: WriteOptions,
  written: readonly PersonWrite[],
  at: Date,
): Promise<void> {
  const [first, ...others] = written;
  if (first === undefined) return;
  const groups = [written.filter((one) => one.isNew), written.filter((one) => !one.isNew)];
  const messages = groups
    .filter((group) => group.length > 0)
    .map((group) => {
      const [only, another] = group;
      if (only !== undefined && another === undefined) return writeEntry(ctx, only);
      return auditMessage('vault', ctx, {
        ...factsOf(group, options.companyId, options.consent.purpose),
        individualIds: group.map((one) => one.individualId),
      });
    });
  const by = options.writtenBy ?? writtenBy(ctx.caller);
  await tx.publishAll([recordsChanged(options.companyId, [first, ...others], at, by), ...messages]);
}

/** One entry names the holders of conflicting external ids: each refusal discloses something about their values. */
export async function publishConflicts(
  tx: Tx,
  ctx: Ctx,
  companyId: number,
  results: readonly PersonResult[],
): Promise<void> {
  const conflicts = results.flatMap((one) => (one.status === 'rejected' ? (one.conflictsWith ?? []) : []));
  if (conflicts.length === 0) return;
  await tx.publish(
    auditMessage('vault', ctx, {
      action: 'data_update',
      companyId,
      individualIds: [...new Set(conflicts)],
      decision: 'refused',
      reason: 'IDENTITY_CONFLICT',
      counts: { records: conflicts.length },
    }),
  );
}

const NAMED_TYPES: readonly StoredType[] = [...FIELD_TYPES, 'external_id'];

function factsOf(group: readonly PersonWrite[], companyId: number, purpose: string | undefined): AuditFacts {
  let mask = 0;
  let values = 0;
  for (const { fields, consentTypes } of group) {
    values += fields.length;
    // A consent may be recorded for an unchanged value.
    mask |= consentTypes;
    for (const { code } of fields) mask |= 1 << code;
  }
  const names = NAMED_TYPES.filter((type) => (mask & (1 << FIELD_CODES[type])) !== 0);
  return {
    action: group[0]?.isNew === false ? 'data_update' : 'data_create',
    companyId,
    fieldNames: names,
    purpose,
    counts: { individuals: group.length, values },
    ciphertextSha256: ciphertextDigest(group),
    consentSha256: consentDigest(group),
  };
}
