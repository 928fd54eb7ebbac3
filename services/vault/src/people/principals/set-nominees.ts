import { createHash } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { type AuditFacts, auditMessage } from '@pii-vault/platform/domain/audit-entry';
import { canonicalise } from '@pii-vault/platform/domain/field-types/canonical';
import type { Nominee } from '@pii-vault/platform/domain/field-types/nominee';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type { CompanyStatus } from '../../consents/company-status/company-status.ts';
import type { RetentionFloor } from '../../consents/retention-floor.ts';
import { invalidRecord } from '../../errors.ts';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import type { RandomPool } from '../../keys/envelope/random-pool.ts';
import { sealField } from '../../keys/envelope/sealed-field.ts';
import { valueMac } from '../../keys/envelope/value-mac.ts';
import { sealField as endField } from '../fields/fields-store.ts';
import { inRetriedTransaction } from '../idempotency/once.ts';
import type { IdPool } from '../ids/id-pool.ts';
import { whyMissing } from '../individuals/erased-people-store.ts';
import { type LockedPerson, lockPeople } from '../records/locked-person.ts';
import { dataKeyOf, storeNomineeVersion } from './nominee-store.ts';

export interface SetNomineesDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly status: CompanyStatus;
  readonly keys: CompanyKeys;
  readonly random: RandomPool;
  readonly fieldIds: IdPool;
  readonly floor: RetentionFloor;
}

interface Input {
  readonly companyId: number;
  readonly individualId: number;
  /** Empty: the nomination is removed, unreadable at once and destroyed like a deleted field. */
  readonly nominees: readonly Nominee[];
}

export type SetNominees = (ctx: Ctx, input: Input) => Promise<void>;

/** Replaces the nominees of a person (DPDP Act, s.14); the same list again changes nothing. */
export function setNomineesUseCase(deps: SetNomineesDeps): SetNominees {
  return async (ctx, { companyId, individualId, nominees }) => {
    await deps.status.requireOpen(companyId);
    const value = nominees.length === 0 ? undefined : canonicalOf(nominees);
    await inRetriedTransaction(deps.db, companyId, async (tx) => {
      const held = (await lockPeople(tx, companyId, [individualId])).get(individualId);
      if (held === undefined) throw await whyMissing(tx, [companyId], individualId);
      const change =
        value === undefined
          ? await takeBack(deps, tx, companyId, held)
          : await put(deps, tx, companyId, held, value);
      if (change === undefined) return;
      const facts = { companyId, individualId, fieldNames: ['nominee'], ...change };
      await tx.publish(auditMessage('vault', ctx, { action: 'data_update', ...facts }));
    });
  };
}

function canonicalOf(nominees: readonly Nominee[]): string {
  const result = canonicalise('nominee', JSON.stringify(nominees));
  if (!result.ok) throw invalidRecord([{ path: 'nominees', message: result.message }]);
  return result.value;
}

type Change = Pick<AuditFacts, 'objectIds' | 'ciphertextSha256'>;

async function put(
  deps: SetNomineesDeps,
  tx: Tx,
  companyId: number,
  held: LockedPerson,
  value: string,
): Promise<Change | undefined> {
  const { individualId } = held;
  const before = held.fields.get('nominee');
  const key = await dataKeyOf(tx, deps, companyId, held);
  const mac = valueMac(key, 'nominee', value);
  if (before?.isActive === true && before.mac.equals(mac)) return undefined;
  const [newId = 0] = before === undefined ? await deps.fieldIds.take(tx.query.bind(tx), 1) : [before.id];
  const version = (before?.version ?? 0) + 1;
  const ciphertext = sealField(key, { fieldType: 'nominee', version }, value, deps.random);
  await storeNomineeVersion(tx, { companyId, individualId, id: newId, version, mac, ciphertext });
  const ciphertextSha256 = createHash('sha256').update(ciphertext).digest();
  return { objectIds: { change: 'nominee_set' }, ciphertextSha256 };
}

async function takeBack(
  deps: SetNomineesDeps,
  tx: Tx,
  companyId: number,
  { individualId, fields }: LockedPerson,
): Promise<Change | undefined> {
  if (fields.get('nominee')?.isActive !== true) return undefined;
  const sealedAt = new Date();
  const times = { sealedAt, shredAt: deps.floor(companyId, sealedAt) };
  await endField(tx, { companyId, individualId, type: 'nominee' }, times);
  return { objectIds: { change: 'nominee_taken_back' } };
}
