import { endEvents, lawfulBases, type PurposeEntry } from '@pii-vault/contract/purposes/purposes-schema';
import { fieldTypes } from '@pii-vault/contract/scalars';
import { type FieldSpec, type FormValues, isWhole, textIn } from './form-values.ts';

type Label = (key: string) => string;
const options = (values: readonly string[], label: Label, prefix: string) =>
  values.map((value) => ({ value, label: label(`${prefix}.${value}`) }));

const basis = (label: Label): FieldSpec => ({
  name: 'lawfulBasis',
  kind: 'select',
  options: options(lawfulBases, label, 'purposes.basis'),
});
export const fieldTypeChecks = (label: Label): FieldSpec => ({
  name: 'fieldTypes',
  kind: 'checks',
  options: options(fieldTypes, label, 'fieldType'),
});

export const noticeSpecs = (label: Label): readonly FieldSpec[] => [
  { name: 'version', kind: 'text', isRequired: true },
  { ...fieldTypeChecks(label), isRequired: true },
  { name: 'retentionDays', kind: 'number' },
  { name: 'endEvent', kind: 'select', options: options(endEvents, label, 'purposes.endEvent') },
  { name: 'publishedAt', kind: 'time' },
];

export const newSpecs = (label: Label): readonly FieldSpec[] => [
  { name: 'purpose', kind: 'text', isRequired: true },
  basis(label),
  { name: 'description', kind: 'area' },
  ...noticeSpecs(label),
];

export const changeSpecs = ({ texts }: PurposeEntry, label: Label): readonly FieldSpec[] => [
  basis(label),
  { name: 'description', kind: 'area', isHidden: !isWhole(texts) },
];

export const valuesOf = ({ texts, lawfulBasis, description }: PurposeEntry): FormValues => ({
  lawfulBasis: lawfulBasis ?? '',
  description: textIn(texts, description),
});

export const newestNotice = ({ notices }: Pick<PurposeEntry, 'notices'>) => notices.at(-1);

const NOTICE = ['version', 'fieldTypes', 'retentionDays', 'endEvent', 'publishedAt'];

/** Moves the fields of a notice below the key `notice`, which is absent if none is filled. */
export function purposeBody(flat: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(flat);
  const notice = entries.filter(([name]) => NOTICE.includes(name));
  return {
    ...Object.fromEntries(entries.filter(([name]) => !NOTICE.includes(name))),
    ...(notice.some(([name]) => name !== 'publishedAt') ? { notice: Object.fromEntries(notice) } : {}),
  };
}

/** Whether valid consent is impossible: there is no lawful basis or no notice. */
export const isIncomplete = (purpose: PurposeEntry): boolean =>
  purpose.lawfulBasis === null || purpose.notices.length === 0;
