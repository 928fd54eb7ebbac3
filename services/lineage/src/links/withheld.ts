import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { isPurpose, PURPOSE_FORM } from '@pii-vault/platform/domain/purpose';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { FeaturesService } from '@pii-vault/proto/vault/v1/features';
import { invalidFilter } from '../errors.ts';
import type { Edge } from './edge.ts';
import { isGraded } from './grade.ts';

/** Why the levels of an edge are not shown. */
export type Withheld = 'both_verify' | 'consent' | 'purpose';

export interface WithheldDeps {
  readonly consents: Pick<RpcClient<typeof FeaturesService>, 'listConsenting'>;
  readonly self: (options: { company: number; causedBy: Ctx }) => Ctx;
  /** The purpose of an agreement in force. */
  readonly purposeOf: (agreementId: number) => string | undefined;
}

/** Call it before the purpose is written to a trail. @throws AppError INVALID_ARGUMENT INVALID_FILTER */
export function requirePurposeForm(purpose: string): void {
  if (purpose !== '' && !isPurpose(purpose)) throw invalidFilter('purpose', `A purpose ${PURPOSE_FORM}`);
}

/**
 * Levels disclose something about the values of both people, so both must consent to the purpose of the read: across
 * companies the purpose of the agreement, inside one the purpose that the reader states. Without a stated purpose no
 * level is shown.
 * @param purpose the reader's; empty when none is stated
 */
export async function withheldOf(
  deps: WithheldDeps,
  ctx: Ctx,
  edge: Edge,
  purpose: string,
): Promise<Withheld | null> {
  if (isGraded(edge)) return edge.agreementId === null ? 'consent' : 'both_verify';
  const read = edge.agreementId === null ? purpose : deps.purposeOf(edge.agreementId);
  if (read === undefined) return 'consent';
  if (read === '') return 'purpose';
  const companies = Map.groupBy([edge.lo, edge.hi], ({ companyId }) => companyId);
  const asked = [...companies].map(async ([companyId, people]) => {
    const { individualIds } = await deps.consents.listConsenting(
      deps.self({ company: companyId, causedBy: ctx }),
      {
        companyId,
        individualIds: people.map(({ individualId }) => individualId),
        purpose: read,
      },
    );
    return individualIds.length === people.length;
  });
  return (await Promise.all(asked)).every(Boolean) ? null : 'consent';
}
