import { defaultLimit } from '@pii-vault/contract/query';

interface ListQuery {
  readonly companyId?: number | undefined;
  readonly limit?: number | undefined;
}

/** The page of a list that goes on below an id: newest first, by default of all companies of the caller. */
export const pageBefore = ({ companyId, limit = defaultLimit }: ListQuery, position: string | undefined) => ({
  companyId,
  limit,
  beforeId: position === undefined ? undefined : Number(position),
});
