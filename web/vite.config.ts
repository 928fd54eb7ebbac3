import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` finds the gateway; the built console is served by the gateway itself. */
const gateway = process.env.PIIVAULT_GATEWAY ?? 'http://127.0.0.1:8080';

/**
 * What every page needs stays together: as chunks of a few hundred bytes each, shared parts would cost more in gzip than they
 * save. A part that the shell does not use is left out, or it would enter the first load.
 */
const shellParts =
  /\/web\/src\/(?:session|client|url|routing)\/[\w-]+\.tsx?$|\/web\/src\/ui\/(?:control-style|error-state|field|form|icon|input|loading|password-input|skeleton|status-badge|use-media|use-page-title)\.tsx?$|\/lucide-react\/dist\/esm\/icons\/(?:building-2|check|eye|eye-off|key-round|lock-keyhole|log-out|scroll-text|search|terminal|user-cog|users|waypoints)\.\w+$/;

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
        codeSplitting: { groups: [{ name: 'shell', test: shellParts }] },
      },
    },
  },
  // The gateway takes changes from its own origin only.
  server: { port: 5173, proxy: { '/api': { target: gateway, headers: { origin: gateway } } } },
});
