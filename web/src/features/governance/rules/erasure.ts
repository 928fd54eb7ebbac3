import { type Erasure, eraseSchema } from '@pii-vault/contract/erasures/erasures-schema';
import { idSchema } from '@pii-vault/contract/scalars';
import type { FieldSpec } from './form-values.ts';

/** Schema of the dialog. The call has the person's id in its path. */
export const eraseFormSchema = eraseSchema.extend({ companyId: idSchema, individualId: idSchema });

export const eraseSpecs: readonly FieldSpec[] = [
  { name: 'individualId', kind: 'number', isRequired: true },
  { name: 'reason', kind: 'area', isRequired: true },
];

/** The sealed erasure whose data is destroyed next. */
export function nextToShred(erasures: readonly Erasure[]): Erasure | undefined {
  return erasures
    .filter(({ status }) => status === 'sealed')
    .sort((a, b) => a.shredAt.localeCompare(b.shredAt))[0];
}
