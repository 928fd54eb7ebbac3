import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` finds the gateway; the built console is served by the gateway itself. */
const gateway = process.env.PIIVAULT_GATEWAY ?? 'http://127.0.0.1:8080';

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
        // What every visit fetches is two files, libraries and the rest: forty small ones are 20 kB more gzipped bytes
        // (deploy/decisions/0050-charts.md).
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/ },
            { name: 'first', tags: ['$initial'] },
          ],
        },
      },
    },
  },
  // The gateway takes changes from its own origin only.
  server: { port: 5173, proxy: { '/api': { target: gateway, headers: { origin: gateway } } } },
});
