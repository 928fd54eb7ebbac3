import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { indianMobile } from './indian-mobile.ts';
import { maskTail } from './mask-forms.ts';
import { latinDigits, plainText } from './plain-text.ts';
import { accept, refuse, type TypeRules } from './type-rules.ts';

/** A telephone number in E.164, read as an Indian one unless it names its country (libphonenumber's rules). */
export const phone: TypeRules<'phone'> = {
  type: 'phone',
  canonicalise(plain) {
    const text = plainText(plain, {
      subject: 'The phone number',
      maxLength: 60,
      kind: 'identifier',
      isNumberLike: true,
    });
    if (!text.ok) return text;
    const typed = dialled(latinDigits(text.value));
    const usual = indianMobile(typed);
    if (usual !== null) return accept(usual);
    const number = parsed(typed);
    if (number?.ext !== undefined) {
      return refuse('PHONE_EXTENSION', 'The phone number has an extension; give the number without it');
    }
    if (!number?.isValid()) {
      return refuse('PHONE_INVALID', 'The phone number is not a valid number');
    }
    return accept(number.number);
  },
  matchForm: (canonical) => (/^\+\d{7,15}$/.test(canonical) ? canonical : null),
  indexForm: (canonical) => canonical,
  mask: (canonical) => maskTail('phone', canonical),
};

/** Without the scheme of a link (RFC 3966); a country code in brackets or after 00 gets its plus. */
const dialled = (typed: string): string =>
  typed
    .replace(/^tel: ?/i, '')
    .replace(/^\( ?(?:\+|00)([\d -]{1,8})\)/, '+$1 ')
    .replace(/^\+ ?\( ?(\d{1,3}) ?\)/, '+$1 ')
    .replace(/^00 ?(?=[1-9])/, '+');

/** `extract: false`: a number inside a sentence is not a number. */
const parsed = (typed: string): PhoneNumber | undefined =>
  parsePhoneNumberFromString(typed, { defaultCountry: 'IN', extract: false });
