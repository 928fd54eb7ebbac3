import { isAccountNumber } from '../../values/identifier-faults.ts';
import { maskTail } from './mask-forms.ts';
import { latinDigits, plainText } from './plain-text.ts';
import { accept, refuse, type TypeRules } from './type-rules.ts';

/** An account number, upper case, no separators. */
export const bankAccount: TypeRules<'bank_account'> = {
  type: 'bank_account',
  canonicalise(plain) {
    const text = plainText(plain, {
      subject: 'The account number',
      maxLength: 50,
      kind: 'identifier',
      isNumberLike: true,
    });
    if (!text.ok) return text;
    const compact = latinDigits(text.value).toUpperCase().replace(/[\s-]/g, '');
    return isAccountNumber(compact)
      ? accept(compact)
      : refuse('BANK_ACCOUNT_FORMAT', 'An account number has 6 to 34 letters and digits');
  },
  matchForm: (canonical) => canonical,
  indexForm: (canonical) => canonical,
  mask: (canonical) => maskTail('bank_account', canonical),
};
