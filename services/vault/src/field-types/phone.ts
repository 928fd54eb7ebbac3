import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { indianMobile } from './indian-mobile.ts';
import { latinDigits, plainText } from './plain-text.ts';
import { accept, refuse, type TypeRules } from './type-rules.ts';

/** A telephone number in E.164, read as an Indian one unless it names its country (libphonenumber's rules). */
export const phone: TypeRules<'phone'> = {
  type: 'phone',
  canonicalise(plain) {
    const text = plainText(plain, { subject: 'The phone number', maxLength: 40 });
    if (!text.ok) return text;
    const typed = latinDigits(text.value);
    const usual = indianMobile(typed);
    if (usual !== null) return accept(usual);
    // `extract: false`: a number inside a sentence is not a number.
    const number = parsePhoneNumberFromString(typed, { defaultCountry: 'IN', extract: false });
    if (!number?.isValid() || number.ext) {
      return refuse('PHONE_INVALID', 'The phone number is not a valid number');
    }
    return accept(number.number);
  },
  matchForm: (canonical) => (/^\+\d{7,15}$/.test(canonical) ? canonical : null),
  indexForm: (canonical) => canonical,
  mask: (canonical) => `XXXXX${canonical.slice(-5)}`,
};
