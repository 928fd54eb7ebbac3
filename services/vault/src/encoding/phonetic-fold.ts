/** English spellings of given names, and common short forms. */
const english = {
  william: 'wm willm will willie bill billy',
  john: 'jno jack johnny jonny',
  thomas: 'thos tom tommy',
  robert: 'robt rob robbie bob bobby',
  richard: 'richd rich dick dickie rick',
  henry: 'hy harry',
  james: 'jas jim jimmy jamie',
  george: 'geo georgie',
  charles: 'chas charlie charley',
  edward: 'edwd ned teddy eddie',
  joseph: 'jos joe joey',
  samuel: 'saml sam sammy',
  benjamin: 'benjn benj ben',
  daniel: 'danl dan danny',
  alexander: 'alexr alex alec sandy',
  frederick: 'fredk fred freddie freddy',
  francis: 'frank',
  michael: 'mick mike michl',
  matthew: 'matt',
  patrick: 'patk paddy',
  andrew: 'andw andy',
  anthony: 'tony',
  edmund: 'edmd',
  nathaniel: 'nathl nat',
  christopher: 'chris kit',
  nicholas: 'nick',
  stephen: 'steve',
  walter: 'wat walt',
  albert: 'bert bertie',
  elizabeth: 'eliz eliza betsy betty bess bessie lizzie lizzy liz beth',
  mary: 'polly molly',
  margaret: 'margt maggie peggy meg',
  sarah: 'sally sadie',
  ann: 'anne annie nancy',
  catherine: 'cath kate katie kitty kathleen katherine kathy',
  martha: 'patty mattie',
  dorothy: 'dolly dot',
  susan: 'sue susie susannah susanna',
  isabella: 'bella isabel',
  eleanor: 'ellen nell nellie',
  frances: 'fanny',
  charlotte: 'lottie',
  jane: 'jenny',
  rebecca: 'becky',
};

// Pet forms make records candidates; agreement of names is decided elsewhere (given-sound.ts).
const aliases: ReadonlyMap<string, string> = new Map(englishForms());

function englishForms(): Array<readonly [form: string, name: string]> {
  return Object.entries(english).flatMap(([name, list]) =>
    list.split(' ').map((form) => [form, name] as const),
  );
}

// In this order: a rule sees the result of the previous ones. Capital letters are single sounds of two letters.
const rules: ReadonlyArray<readonly [RegExp, string]> = [
  [/ksh|x/g, 'ks'],
  [/aa/g, 'a'],
  [/ee|ie|ei|ey/g, 'i'],
  [/oo|ou/g, 'u'],
  [/ph/g, 'f'],
  [/[oa]w(?![aeiou])/g, 'u'],
  [/w/g, 'v'],
  [/q|ck/g, 'k'],
  [/ch+/g, 'C'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/sh/g, 's'],
  [/z/g, 'j'],
  [/([bdgjkt])h/g, '$1'],
  [/y$/, 'i'],
  [/(.)\1+/g, '$1'],
];

/**
 * Code of a word that unifies Indian spellings of one sound: consonants, aspirates dropped, doubles single, vowels only
 * at the start. Designed for this product, like Soundex for one language family (compare Pant and others, "Indian
 * language phonetic matching", and Daitch–Mokotoff): Lakshmi = Laxmi, Chowdhary = Choudhari, Geeta = Gita, Vijay =
 * Wijay; a variant has the code of its standard name. Expects lower-case Latin; other letters pass through.
 */
export function phoneticFold(word: string): string {
  const spelled = rules.reduce((text, [from, to]) => text.replace(from, to), aliases.get(word) ?? word);
  const first = spelled.slice(0, 1).replace('e', 'i').replace('o', 'u');
  return (first + spelled.slice(1).replace(/[aeiouy]/g, '')).replace(/(.)\1+/g, '$1');
}
