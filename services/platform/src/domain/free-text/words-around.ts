/** What the words before a number say that it is. */
export type NamedKind = 'account' | 'phone' | 'reference';

const WORDS: Readonly<Record<NamedKind, RegExp>> = {
  account:
    /(?<![a-z])(?:a\/c|ac|acc|acct|accounts?|bank|iban|ifsc|neft|rtgs|imps|beneficiary|savings|passbook|credited|debited|deposited|refund|transfer(?:red)?)(?![a-z])|खात[ाेों]|बैंक|रिफ़?ंड/g,
  phone:
    /(?<![a-z])(?:phone|telephone|tel|mobile|mob|ph|cell|call(?:ed)?|dial(?:led)?|whats ?app|sms|otp|fax)(?![a-z])|फ़?फोन|फ़ोन|मोबाइल|दूरभाष/g,
  reference:
    /(?<![a-z])(?:orders?|invoices?|tickets?|ref|reference|awb|tracking|shipment|txn|transaction|utr|rrn|gstin?|complaint|case|docket|imei|serial|id)(?![a-z])|ऑर्डर|शिकायत|संदर्भ|चालान/g,
};

const BEFORE = 60;
const AFTER = 30;

/** The kind that the nearest word before the number names, else one of account or phone that a word after it names. */
export function kindNamedAround(text: string, start: number, end: number): NamedKind | undefined {
  const before = text.slice(Math.max(0, start - BEFORE), start).toLowerCase();
  const named = lastNamed(before);
  if (named !== undefined) return named;
  const after = text.slice(end, end + AFTER).toLowerCase();
  return (['account', 'phone'] as const).find((kind) => after.search(WORDS[kind]) !== -1);
}

function lastNamed(before: string): NamedKind | undefined {
  let last: { readonly kind: NamedKind; readonly at: number } | undefined;
  for (const kind of ['account', 'phone', 'reference'] as const)
    for (const { index } of before.matchAll(WORDS[kind]))
      if (last === undefined || index > last.at) last = { kind, at: index };
  return last?.kind;
}
