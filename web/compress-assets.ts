import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

/** `node compress-assets.ts` after `vite build`: puts a Brotli copy, `<name>.br`, next to each script and style. */
const assets = new URL('./dist/assets/', import.meta.url);

for (const name of readdirSync(assets).filter((file) => /\.(js|css|svg)$/.test(file)))
  writeFileSync(new URL(`${name}.br`, assets), brotliCompressSync(readFileSync(new URL(name, assets))));
