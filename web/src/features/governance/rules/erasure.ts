import { type Erasure, eraseSchema } from '@pii-vault/contract/erasures/erasures-schema';
import { idSchema } from '@pii-vault/contract/scalars';
import type { Tone } from '../../../ui/status-badge.tsx';
import type { FieldSpec } from './form-values.ts';

/** What the dialog asks for: the call names the person in its path. */
export const eraseFormSchema = eraseSchema.extend({ companyId: idSchema, individualId: idSchema });

export const eraseSpecs: readonly FieldSpec[] = [
  { name: 'individualId', kind: 'number', isRequired: true },
  { name: 'reason', kind: 'area', isRequired: true },
];

export const stateTone: Readonly<Record<Erasure['status'], Tone>> = {
  sealed: 'warning',
  shredded: 'info',
  certified: 'success',
};

/** The sealed person that is destroyed next. */
export function nextToShred(erasures: readonly Erasure[]): Erasure | undefined {
  return erasures
    .filter(({ status }) => status === 'sealed')
    .sort((a, b) => a.shredAt.localeCompare(b.shredAt))[0];
}

/** Name of the certificate's file: it names no person, only ids. */
export const certificateFile = ({ companyId, individualId }: Erasure): string =>
  `erasure-certificate-${companyId}-${individualId}.txt`;
