import { globSync, readFileSync } from 'node:fs';

const web = new URL('../../../../web/src/', import.meta.url);

type Texts = string | { readonly [key: string]: Texts };

/** Every text of the console with its Hindi. */
function* pairs(en: Texts, hi: Texts): Generator<[string, string]> {
  if (typeof en === 'string' || typeof hi === 'string') yield [String(en), String(hi)];
  else for (const [key, text] of Object.entries(en)) yield* pairs(text, hi[key] ?? '');
}

const read = (file: string): Texts => JSON.parse(readFileSync(new URL(file, web), 'utf8'));

/** What the console says in Hindi for an English text. */
export function hindiFor(english: string): string[] {
  const found = globSync('**/locales/en.json', { cwd: web }).flatMap((file) =>
    [...pairs(read(file), read(file.replace('en.json', 'hi.json')))].filter(([text]) => text === english),
  );
  return found.map(([, hindi]) => hindi);
}
