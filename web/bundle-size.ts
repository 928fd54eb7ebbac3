import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** `node bundle-size.ts` after `vite build`: fails when the first load is above 250 kB of gzipped JavaScript. */
const LIMIT = 250_000;

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
}

const dist = new URL('./dist/', import.meta.url);
const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(new URL('.vite/manifest.json', dist), 'utf8'),
);

/** The entry and everything it imports statically: what a browser fetches before it can draw. */
function firstLoad(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const next of chunk.imports ?? []) firstLoad(next, seen);
  return seen;
}

const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
if (!entry) throw new Error('dist has no entry: run vite build first');
const files = [...firstLoad(entry)].filter((file) => file.endsWith('.js'));
const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, dist))).length, 0);
console.log(
  `first load ${(bytes / 1000).toFixed(1)} kB gzipped JavaScript in ${files.length} files, limit ${LIMIT / 1000} kB`,
);
if (bytes > LIMIT) process.exit(1);
