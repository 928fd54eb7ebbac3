import { readFileSync, statSync } from 'node:fs';

/**
 * `node bundle-size.ts` after `vite build` and compress-assets.ts: fails when the login fetches more than 250 kB of
 * scripts, compressed by Brotli, another screen more than 350 kB, or a screen more scripts than FILES. What a screen
 * fetches later (`import()` in it) is measured in a browser by `scripts/bench console`.
 */
const LOGIN = 250_000;
const SCREEN = 350_000;
const FILES = 10;

interface Chunk {
  file: string;
  src?: string;
  imports?: string[];
}

const dist = new URL('./dist/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, dist), 'utf8');
const manifest: Record<string, Chunk> = JSON.parse(read('.vite/manifest.json'));
const keyOf = new Map(Object.entries(manifest).map(([key, { file }]) => [file, key]));

/** A chunk and everything it imports statically: what a browser fetches before it can run it. */
function closure(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const next of chunk.imports ?? []) closure(next, seen);
  return seen;
}

const sent = (files: ReadonlySet<string>): number =>
  [...files]
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => sum + statSync(new URL(`${file}.br`, dist)).size, 0);
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** The module scripts that index.html names, with what they import. */
const scripts = [...read('index.html').matchAll(/<script type="module"[^>]* src="\/([^"]+)"/g)];
const first = new Set<string>();
for (const [, file = ''] of scripts) closure(keyOf.get(file) ?? '', first);
if (first.size === 0) throw new Error('dist has no entry: run vite build first');

const screens = Object.entries(manifest)
  .filter(([, { src }]) => src?.match(/\/pages\/[^/]+-page\.tsx$/))
  .map(([key, { src = '' }]) => {
    const files = new Set([...first, ...closure(key)]);
    return { src, bytes: sent(files), files: files.size };
  })
  .sort((a, b) => b.bytes - a.bytes);
const [largest] = screens;
const login = screens.find(({ src }) => src.endsWith('/login-page.tsx'));
if (!largest || !login) throw new Error('dist has no screens: the manifest has changed its form');
const mostFiles = Math.max(...screens.map(({ files }) => files));

console.log(
  `scripts of the first load ${kB(sent(first))}, login ${kB(login.bytes)}, limit ${kB(LOGIN)}; ` +
    `largest of ${screens.length} screens ${kB(largest.bytes)} (${largest.src}), limit ${kB(SCREEN)}; ` +
    `at most ${mostFiles} scripts a screen, limit ${FILES}`,
);
if (login.bytes > LOGIN || largest.bytes > SCREEN || mostFiles > FILES) process.exit(1);
