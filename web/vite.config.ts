import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` finds the gateway; the built console is served by the gateway itself. */
const gateway = process.env.PIIVAULT_GATEWAY ?? 'http://127.0.0.1:8080';

/** Of the console, what the login does not need: features, charts, the graph, forms with zod, proofs, Hindi. */
const LATE =
  /web.src.(features|lineage-graph.(?!graph-model)|ui.(charts|qr-code)|pii.consent|erasure|signed-note|app.(palette|proof-dialog))|.hi[/.]/;
/** The entry, what it imports, and what most screens share. */
const isFirst = (id: string) =>
  (/web.(index.html|src)/.test(id) && !LATE.test(id)) || /lucide-react|d3-(color|interpolate)/.test(id);

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2022',
    manifest: true,
    // The content security policy has no data: fonts, and small SVGs are cheaper cached than inlined.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Few files instead of a hundred small ones, each of which costs a request and a kilobyte of headers
        // (deploy/decisions/0071-weight-of-the-console.md). What every visit fetches comes first.
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/ },
            { name: 'first', test: isFirst },
            {
              name: 'forms',
              test: /node_modules.(zod|react-hook-form|@hookform)|gateway.contract/,
              minShareCount: 2,
            },
            { name: 'charts', test: /ui.charts|@visx|d3-/, minShareCount: 2 },
            { name: 'proofs', test: /web.src.(erasure|signed-note)|@noble.hashes/, minShareCount: 2 },
            { name: 'shared', test: /web.src.features.(?!session)|pii.consent/, minShareCount: 2 },
          ],
        },
      },
    },
  },
  // The gateway takes changes from its own origin only.
  server: { port: 5173, proxy: { '/api': { target: gateway, headers: { origin: gateway } } } },
});
