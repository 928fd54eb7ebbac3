import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { readingScope } from '@pii-vault/platform/domain/reading-scope';
import { bitOf, requirePurpose } from '../../consents/consent.ts';
import { purposeRefused } from '../../errors.ts';
import { showFields } from '../../reveals/open-fields.ts';
import {
  isRefusedThroughout,
  type ShownPerson,
  type ViewingDeps,
  wantedIn,
} from '../individuals/get-individual.ts';
import { type FieldPlace, findField } from './fields-store.ts';

/** The person with that one field. */
export type GetField = (
  ctx: Ctx,
  input: { readonly fieldId: number; readonly purpose?: string },
) => Promise<ShownPerson>;

/** One field, masked or raw under the rules of GetIndividual. */
export function getFieldUseCase(deps: ViewingDeps): GetField {
  return async (ctx, { fieldId, purpose }) => {
    if (purpose !== undefined) requirePurpose(purpose);
    const place = await placeOf(deps, ctx, fieldId);
    const wanted = {
      ...wantedIn(ctx, place.companyId, place.individualId, purpose),
      types: bitOf(place.type),
    };
    const [one] = await deps.writer.openPeople(ctx, [wanted]);
    if (one === undefined || one.person.fields.length === 0) throw notFound();
    if (purpose !== undefined && isRefusedThroughout(ctx, [one])) throw purposeRefused();
    return { person: one.person, fields: await showFields(deps.opener, ctx, one) };
  };
}

/** Where the caller may read the field. @throws AppError NOT_FOUND */
export async function placeOf(
  deps: Pick<ViewingDeps, 'db' | 'status'>,
  ctx: Ctx,
  fieldId: number,
): Promise<FieldPlace> {
  const companies = await deps.status.readScope(ctx, 'pii:read', undefined);
  const place = await deps.db.tenant(readingScope(ctx, companies), (tx) => findField(tx, companies, fieldId));
  if (place === undefined) throw notFound();
  return place;
}
