import { describe, expect, it } from 'vitest';

const files = import.meta.glob<Record<string, unknown>>('../**/locales/*.json', {
  eager: true,
  import: 'default',
});

function keys(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => keys(inner, `${path}.${key}`));
}
const english = Object.keys(files).filter((path) => path.endsWith('/en.json'));

describe('texts', () => {
  it('are found', () => expect(english.length).toBeGreaterThan(3));
  it.each(english)('%s has the same keys in Hindi', (path) => {
    expect(keys(files[path.replace('en.json', 'hi.json')]).sort()).toEqual(keys(files[path]).sort());
  });
  it.each(english)('%s keeps its values in Hindi', (path) => {
    const placeholders = (text: unknown) =>
      [...JSON.stringify(text).matchAll(/\{\{(\w+)\}\}/g)].map(([all]) => all).sort();
    expect(placeholders(files[path.replace('en.json', 'hi.json')])).toEqual(placeholders(files[path]));
  });
});
