/** What the words before a number say that it is. */
export type NamedKind = 'account' | 'phone' | 'reference';

const WORDS: Readonly<Record<NamedKind, RegExp>> = {
  account:
    /(?<![a-z])(?:a\/c|ac|acc|acct|accounts?|bank|iban|ifsc|neft|rtgs|imps|beneficiary|savings|passbook|credited|debited|deposited|refund|transfer(?:red)?)(?![a-z])|खात[ाेों]|बैंक|रिफ़?ंड/gi,
  phone:
    /(?<![a-z])(?:phone|telephone|tel|mobile|mob|ph|cell|call(?:ed)?|dial(?:led)?|whats ?app|sms|otp|fax)(?![a-z])|फ़?फोन|फ़ोन|मोबाइल|दूरभाष/gi,
  reference:
    /(?<![a-z])(?:orders?|invoices?|tickets?|ref|reference|awb|tracking|shipment|txn|transaction|utr|rrn|gstin?|complaint|case|docket|imei|serial|id)(?![a-z])|ऑर्डर|शिकायत|संदर्भ|चालान/gi,
};

const BEFORE = 60;
const AFTER = 30;

/** The kind that the nearest word before a number names, else one of account or phone that a word after it names. */
export type NamedAround = (start: number, end: number) => NamedKind | undefined;

/** Finds all naming words once, so that each number costs a binary search. */
export function namedAround(text: string): NamedAround {
  const words = wordsIn(text);
  return (start, end) => {
    const next = firstAt(words, start);
    for (let n = next - 1; n >= 0; n -= 1) {
      const word = words[n];
      if (word === undefined || word.at < start - BEFORE) break;
      if (word.end <= start) return word.kind;
    }
    let after: NamedKind | undefined;
    for (let n = firstAt(words, end); n < words.length; n += 1) {
      const word = words[n];
      if (word === undefined || word.end > end + AFTER) break;
      if (word.kind === 'account') return 'account';
      if (word.kind === 'phone') after = 'phone';
    }
    return after;
  };
}

interface Word {
  readonly kind: NamedKind;
  readonly at: number;
  readonly end: number;
}

function wordsIn(text: string): Word[] {
  const kinds = ['account', 'phone', 'reference'] as const;
  return kinds
    .flatMap((kind) =>
      [...text.matchAll(WORDS[kind])].map(({ 0: word, index: at }) => ({ kind, at, end: at + word.length })),
    )
    .sort((a, b) => a.at - b.at);
}

/** Index of the first word that starts at or after the offset. */
function firstAt(words: readonly Word[], offset: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle]?.at ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
