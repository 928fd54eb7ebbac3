import type { FieldType } from '@pii-vault/contract/scalars';

/** Mask that reveals nothing of the value. */
const HIDDEN = 'XXXX-MASKED';

function email(value: string): string {
  const at = value.lastIndexOf('@');
  if (at < 1) return HIDDEN;
  return `${[...value.slice(0, at)].slice(0, 2).join('').padEnd(2, '*')}***@${value.slice(at + 1)}`;
}

/** Shows the last characters of an identifier; nothing of a text that is too short. */
const tail = (prefix: string, shown: number) => (value: string) => {
  const plain = value.replace(/[\s-]/g, '');
  return plain.length > shown ? `${prefix}${plain.slice(-shown)}` : HIDDEN;
};

const masks: Readonly<Partial<Record<FieldType, (value: string) => string>>> = {
  aadhaar: tail('XXXX-XXXX-', 4),
  pan: tail('XXXXX', 4),
  phone: tail('XXXXX', 5),
  bank_account: tail('XXXXXXX', 4),
  email,
};

/** The vault's mask, for values that only this browser has (preview of a file, form). */
export function maskValue(type: FieldType | undefined, value: string): string {
  if (value.trim() === '') return '';
  return (type && masks[type]?.(value)) ?? HIDDEN;
}
