import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/**
 * `node bundle-size.ts` after `vite build`: fails when the first load is above 250 kB of gzipped JavaScript, or a
 * screen with its first load above 350 kB.
 */
const FIRST_LOAD = 250_000;
const SCREEN = 350_000;

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

const sizes = new Map<string, number>();
function gzipped(files: Iterable<string>): number {
  let sum = 0;
  for (const file of files) {
    if (!file.endsWith('.js')) continue;
    const size = sizes.get(file) ?? gzipSync(read(file)).length;
    sizes.set(file, size);
    sum += size;
  }
  return sum;
}
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** The module scripts that index.html names, with what they import. */
const scripts = [...read('index.html').matchAll(/<script type="module"[^>]* src="\/([^"]+)"/g)];
const first = new Set<string>();
for (const [, file = ''] of scripts) closure(keyOf.get(file) ?? '', first);
if (first.size === 0) throw new Error('dist has no entry: run vite build first');

const screens = Object.entries(manifest)
  .filter(([, { src }]) => src?.match(/\/pages\/[^/]+-page\.tsx$/))
  .map(([key, { src = '' }]) => ({ src, bytes: gzipped(new Set([...first, ...closure(key)])) }))
  .sort((a, b) => b.bytes - a.bytes);
const [largest] = screens;
if (!largest) throw new Error('dist has no screen: the manifest has changed its form');

console.log(
  `first load ${kB(gzipped(first))} gzipped JavaScript in ${first.size} files, limit ${kB(FIRST_LOAD)}; ` +
    `largest of ${screens.length} screens ${kB(largest.bytes)} (${largest.src}), limit ${kB(SCREEN)}`,
);
if (gzipped(first) > FIRST_LOAD || largest.bytes > SCREEN) process.exit(1);
