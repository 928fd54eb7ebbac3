// Capitals are sounds that do not depend on their neighbours. Parts of names of Sanskrit, Persian and Arabic
// origin, which keep their sound; the spellings are those that their bearers use most.
const stems: ReadonlyArray<readonly [tamil: string, spelled: string]> = Object.entries({
  ட்ச: 'க்ஷ',
  ஃப: 'F',
  குமா: 'Kுமா',
  கிருஷ்: 'Kிருஷ்',
  காந்: 'Kாந்',
  சேக: 'சேK',
  கணே: 'Gணே',
  கோபா: 'GோPா',
  கோவிந்த: 'Gோவிந்D',
  கீதா: 'Gீதா',
  கௌ: 'Gௌ',
  பால: 'Bால',
  பாபு: 'BாBு',
  பாரத: 'Bாரத',
  பாஸ்: 'Bாஸ்',
  சுப்பி: 'சுBி',
  சுப்ர: 'சுB்ர',
  சுப்பு: 'சுBு',
  சுப்பை: 'சுBை',
  அப்து: 'அB்Dு',
  சந்திர: 'Cந்Dிர',
  சந்த்ர: 'Cந்D்ர',
  சித்ர: 'Cித்ர',
  சிதம்: 'CிDம்',
  சங்க: 'சங்K',
  வெங்கட: 'வெங்KT',
  நடரா: 'நTரா',
  தேவ: 'Dேவ',
  தினே: 'Dினே',
  தீப: 'DீP',
  தர்ம: 'Dர்ம',
  ராதா: 'ராDா',
  சுதாக: 'சுDாK',
  சுதா: 'சுDா',
  மாதவ: 'மாDவ',
  வித்யா: 'விD்யா',
  விக்னே: 'விG்னே',
  ஆனந்த: 'ஆனந்D',
  நந்தி: 'நந்Dி',
  பிரகா: 'பிரKா',
  லோகே: 'லோKே',
  முகே: 'முKே',
  ற்ற: 'T்R',
  ன்ற: 'ன்D்R',
});

const vowels: Readonly<Record<string, string>> = {
  அ: 'a',
  ஆ: 'a',
  இ: 'i',
  ஈ: 'i',
  உ: 'u',
  ஊ: 'u',
  எ: 'e',
  ஏ: 'e',
  ஐ: 'ai',
  ஒ: 'o',
  ஓ: 'o',
  ஔ: 'au',
  ஃ: '',
  '\u0bbe': 'a',
  '\u0bbf': 'i',
  '\u0bc0': 'i',
  '\u0bc1': 'u',
  '\u0bc2': 'u',
  '\u0bc6': 'e',
  '\u0bc7': 'e',
  '\u0bc8': 'ai',
  '\u0bca': 'o',
  '\u0bcb': 'o',
  '\u0bcc': 'au',
};
const VIRAMA = '\u0bcd';

const consonants: Readonly<Record<string, string>> = {
  ங: 'n',
  ஞ: 'n',
  ண: 'n',
  ந: 'n',
  ன: 'n',
  ம: 'm',
  ய: 'y',
  ர: 'r',
  ற: 'r',
  ல: 'l',
  ள: 'l',
  ழ: 'zh',
  வ: 'v',
  ஜ: 'j',
  ஶ: 'sh',
  ஷ: 'sh',
  ஸ: 's',
  ஹ: 'h',
  K: 'k',
  G: 'g',
  C: 'ch',
  T: 't',
  D: 'd',
  P: 'p',
  B: 'b',
  R: 'r',
  F: 'f',
};

/** One letter for two sounds: single, doubled or initial; after a nasal; between vowels. */
const stops: Readonly<Record<string, readonly [hard: string, nasal: string, soft: string]>> = {
  க: ['k', 'g', 'g'],
  ச: ['s', 'j', 's'],
  ட: ['t', 'd', 'd'],
  த: ['th', 'th', 'th'],
  ப: ['p', 'b', 'b'],
};

const syllable = /([\u0b95-\u0bb9A-Z])([\u0bbe-\u0bcd]?)/g;

/**
 * Lower-case Latin for Tamil letters, as Tamil names are commonly spelled; the rest stays. The script has one letter
 * for k and g, t and d, p and b, s and ch, so that a general transliteration cannot tell them apart: which is meant
 * follows from the letter before (Caldwell, "A Comparative Grammar of the Dravidian Languages", 1856, part I, on the
 * convertibility of surds and sonants) and, in names of other origin, from the name. Expects lower case and NFC.
 */
export function tamilToLatin(text: string): string {
  return stems
    .reduce((done, [tamil, spelled]) => done.replaceAll(tamil, spelled), text)
    .replace(/ந்த(?=[\u0bbf\u0bcd]ர)/g, 'ந்D')
    .replace(syllable, (_, letter: string, sign: string, at: number, whole: string) => {
      const vowel = sign === VIRAMA ? '' : (vowels[sign] ?? 'a');
      return soundOf(letter, sign, whole.slice(0, at), whole.slice(at + 2)) + vowel;
    })
    .replace(/[\u0b80-\u0bff]/g, (letter) => vowels[letter] ?? '');
}

function soundOf(letter: string, sign: string, before: string, after: string): string {
  const isFirst = !/[\u0b80-\u0bffA-Z]$/.test(before);
  if (letter === 'ஞ' && isFirst) return 'gn';
  const sounds = stops[letter];
  if (sounds === undefined) return consonants[letter] ?? '';
  const isDoubled = before.endsWith(letter + VIRAMA);
  if (letter === 'ச' && isDoubled) return 'ch';
  if (sign === VIRAMA) return letter === 'ச' && after.startsWith(letter) ? '' : sounds[0];
  if (/[ஙஞணநனம]\u0bcd$/.test(before)) return sounds[1];
  return isFirst || before.endsWith(VIRAMA) ? sounds[0] : sounds[2];
}
