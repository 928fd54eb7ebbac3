import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` finds the gateway; the built console is served by the gateway itself. */
const gateway = process.env.PIIVAULT_GATEWAY ?? 'http://127.0.0.1:8080';

/** Of the console, what the login does not need: features, charts, graph, comboboxes, forms with zod, proofs, Hindi. */
const LATE =
  /^src.(features|lineage-graph.(?!graph-model)|ui.(charts|qr-code|combobox|search-chip)|pii.(consent|purpose-picker|external-ids|person-links)|erasure|signed-note|app.(palette|proof-dialog)|i18n.hi)|hi.json$/;

/** A test of a module's path in this folder: the path of the checkout must not match. */
const inConsole = (matches: (path: string) => boolean) => (id: string) =>
  matches(relative(import.meta.dirname, id));

/** The entry, what it imports, and all that is not late. */
const isFirst = inConsole(
  (path) =>
    (/^(index.html|src.)/.test(path) && !LATE.test(path)) || /lucide-react|d3-(color|interpolate)/.test(path),
);
const isProof = inConsole((path) => /^src.(erasure|signed-note)|@noble.hashes/.test(path));
/** Forms, and what a feature's pages and late dialogs share. */
const isForm = inConsole((path) =>
  /node_modules.(zod|react-hook-form|@hookform)|gateway.contract|^src.(features.(?!session)|pii.(consent|purpose-picker|external-ids|person-links))/.test(
    path,
  ),
);

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
            { name: 'forms', test: isForm, minShareCount: 2 },
            { name: 'charts', test: /ui.charts|@visx|d3-/, minShareCount: 2 },
            { name: 'proofs', test: isProof, minShareCount: 2 },
          ],
        },
      },
    },
  },
  // The gateway takes changes from its own origin only.
  server: { port: 5173, proxy: { '/api': { target: gateway, headers: { origin: gateway } } } },
});
