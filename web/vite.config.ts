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
  },
  // The gateway takes changes from its own origin only.
  server: { port: 5173, proxy: { '/api': { target: gateway, headers: { origin: gateway } } } },
});
