import { Problem } from '@pii-vault/contract/problem';
import type { Budget } from '@pii-vault/contract/reveal-budgets/reveal-budgets-schema';
import type { FieldType } from '@pii-vault/contract/scalars';
import { client } from '../../../client/client.ts';

export interface RevealRequest {
  companyId: number;
  individualId: number;
  fieldTypes: readonly FieldType[];
  purpose: string;
}

export interface RevealAnswer {
  values: Readonly<Partial<Record<FieldType, string>>>;
  /** UPPER_SNAKE reason per field that stays masked. */
  refused: Readonly<Partial<Record<FieldType, string>>>;
  /** When 80 % of the user's budget of the day are used. */
  budget: Budget | undefined;
}

/**
 * Raw values for a purpose. A plain function and not a query or a mutation: no cache may hold a value.
 * @throws Problem; with status 404 also for a person without a record, which the response leaves out
 */
export async function revealFields(request: RevealRequest, signal: AbortSignal): Promise<RevealAnswer> {
  const { records, revealBudget: budget } = await client.call('POST /pii-records/reveal', {
    body: {
      companyId: request.companyId,
      individualIds: [request.individualId],
      fieldTypes: [...request.fieldTypes],
      purpose: request.purpose,
    },
    signal,
  });
  const [record] = records;
  if (!record) throw new Problem(404, '');
  return { values: record.fields, refused: record.refused ?? {}, budget };
}
