import { describe, expect, it } from 'vitest';

const files = import.meta.glob<Record<string, unknown>>('../**/locales/*.json', {
  eager: true,
  import: 'default',
});

function keys(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => keys(inner, `${path}.${key}`));
}
/** Texts in Latin letters also in Hindi: names, units and an example of an address. */
const LATIN_IN_HINDI = new Set([
  'PAN',
  'DPDP',
  'GDPR',
  'HIPAA',
  'PCI DSS',
  'SHA-256',
  '{{n}} kB',
  '.example.com',
]);

/** Texts with letters, but none of Devanagari. Values and the names of parts of a sentence are not letters. */
function latinTexts(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(latinTexts);
  const text = String(value);
  const words = text.replaceAll(/\{\{\w+\}\}|<\w+\/>/g, '');
  return /\p{L}/u.test(words) && !/\p{Script=Devanagari}/u.test(words) ? [text] : [];
}

const english = Object.keys(files).filter((path) => path.endsWith('/en.json'));

describe('texts', () => {
  it('are found', () => expect(english.length).toBeGreaterThan(3));
  it.each(english)('%s has in Hindi the same keys, translated, with the same values', (path) => {
    const hindi = files[path.replace('en.json', 'hi.json')];
    expect(keys(hindi).sort()).toEqual(keys(files[path]).sort());
    expect(latinTexts(hindi).filter((text) => !LATIN_IN_HINDI.has(text))).toEqual([]);
    const values = (text: unknown) =>
      [...JSON.stringify(text).matchAll(/\{\{(\w+)\}\}/g)].map(([all]) => all).sort();
    expect(values(hindi)).toEqual(values(files[path]));
  });
});
