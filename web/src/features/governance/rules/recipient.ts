import { type Recipient, recipientKinds } from '@pii-vault/contract/recipients/recipients-schema';
import { type FieldSpec, type FormValues, isWhole, textIn } from './form-values.ts';
import { fieldTypeChecks } from './purpose.ts';

type Label = (key: string) => string;

const shared = (label: Label, isHidden: boolean): readonly FieldSpec[] => [
  { name: 'name', kind: 'text', isRequired: true, isHidden: false },
  {
    name: 'kind',
    kind: 'select',
    isRequired: true,
    options: recipientKinds.map((value) => ({ value, label: label(`recipients.kind.${value}`) })),
  },
  { name: 'purposes', kind: 'list', isRequired: true },
  fieldTypeChecks(label),
  { name: 'country', kind: 'text' },
  { name: 'contract', kind: 'area', isHidden },
];

export const newSpecs = (label: Label): readonly FieldSpec[] => [
  { name: 'code', kind: 'text', isRequired: true },
  ...shared(label, false),
  { name: 'sharedFrom', kind: 'time' },
];

export const changeSpecs = ({ texts }: Recipient, label: Label): readonly FieldSpec[] => [
  ...shared(label, !isWhole(texts)),
  { name: 'sharedUntil', kind: 'time' },
];

export const valuesOf = (recipient: Recipient): FormValues => ({
  name: recipient.name,
  kind: recipient.kind,
  purposes: recipient.purposes.join(', '),
  fieldTypes: [...recipient.fieldTypes],
  country: recipient.country ?? '',
  contract: textIn(recipient.texts, recipient.contract),
  sharedUntil: '',
});

export const isShared = ({ sharedUntil }: Pick<Recipient, 'sharedUntil'>, now: number): boolean =>
  sharedUntil === null || new Date(sharedUntil).getTime() > now;

/** Whether data is shared without a contract. */
export const lacksContract = (recipient: Recipient, now: number): boolean =>
  isShared(recipient, now) && !recipient.texts.filled.includes('contract');
