import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { ReplayOutcome, Replays, Revocation } from '@pii-vault/platform/domain/revocations/revocation';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { invalidField } from '../../errors.ts';
import { withdraw } from '../../people/consents/withdraw-consent.ts';
import { sealFields } from '../../people/fields/seal-fields.ts';
import { lockPeople } from '../../people/records/locked-person.ts';
import { type EraseDeps, sealErased, withErasedIdentity } from '../erasures/erase-individual.ts';

export interface ReplayDeps extends Pick<EraseDeps, 'keys' | 'floor' | 'wakeJob' | 'withIdentities'> {
  readonly db: Pick<Database, 'tenant'>;
}

/** The original reason is lost with the database. */
const REASON = 'Erased before the database was restored from a backup; the reason given then is lost';

interface Place {
  readonly companyId: number;
  readonly individualId: number;
}

/**
 * Repeats erasures, withdrawals and sealings that a restored backup undid, with their original times: retention floors
 * count from there. Includes suspended companies: a restored vault must not have more data than the lost one.
 */
export function replayRevocations(deps: ReplayDeps): Replays {
  const inCompany =
    (work: (tx: Tx, ctx: Ctx, place: Place, revocation: Revocation) => Promise<ReplayOutcome>) =>
    (ctx: Ctx, revocation: Revocation): Promise<ReplayOutcome> => {
      const place = placeOf(revocation);
      return deps.db
        .tenant({ companies: [place.companyId] }, (tx) => work(tx, ctx, place, revocation))
        .catch(goneAlready);
    };
  return {
    data_erase: (ctx, revocation) => {
      const place = placeOf(revocation);
      const erasing = { ...place, reason: REASON, requestedAt: revocation.at };
      return withErasedIdentity(
        deps,
        ctx,
        place.companyId,
        async (tx, identities): Promise<ReplayOutcome> => {
          await sealErased(deps, ctx, tx, erasing, identities);
          return 'done';
        },
      ).catch(goneAlready);
    },
    consent_withdraw: inCompany(async (tx, ctx, place, { purpose, fieldNames, at }) => {
      const { fieldTypes } = await withdraw(tx, ctx, { ...place, purpose, fieldTypes: fieldNames }, at);
      return fieldTypes.length === 0 ? 'already' : 'done';
    }),
    data_update: inCompany((tx, ctx, place, revocation) => sealAgain(deps, tx, ctx, place, revocation)),
  };
}

function placeOf({ companyId, individualId }: Revocation): Place {
  if (companyId === undefined || individualId === undefined)
    throw invalidField('REVOCATION_UNKNOWN', 'individualId', 'is required');
  return { companyId, individualId };
}

async function sealAgain(
  { floor }: ReplayDeps,
  tx: Tx,
  ctx: Ctx,
  { companyId, individualId }: Place,
  { fieldNames, at, objectIds }: Revocation,
): Promise<ReplayOutcome> {
  const held = (await lockPeople(tx, companyId, [individualId])).get(individualId);
  if (held === undefined) return 'already';
  const types = [...held.fields.values()]
    .filter(({ type, isActive, createdAt }) => isActive && fieldNames.includes(type) && createdAt <= at)
    .map(({ type }) => type);
  if (types.length === 0) return 'already';
  const change = objectIds.change === 'retention_expired' ? 'retention_expired' : 'field_sealed';
  const sealing = { companyId, held, types, sealedAt: at, shredAt: floor(companyId, at), change } as const;
  await sealFields(tx, ctx, sealing);
  return 'done';
}

/** There is no such person: erased, or created after the backup. */
function goneAlready(error: unknown): ReplayOutcome {
  const known = AppError.from(error);
  if (known.code === 'NOT_FOUND' || known.reason === 'ERASED') return 'already';
  throw error;
}
