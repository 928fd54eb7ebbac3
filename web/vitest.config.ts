import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'jsdom',
    // Files share a document and what is loaded, as in ../vitest.config.ts: loading React and its parts is most of the
    // work.
    pool: 'forks',
    isolate: false,
    // As in ../vitest.config.ts, whose projects run at the same time.
    maxWorkers: 3,
    // What needs a document or Vite; the other tests run with the pure ones of ../vitest.config.ts, at a tenth of the
    // cost.
    include: ['src/**/*.test.tsx', 'src/**/*.web.test.ts'],
    setupFiles: ['./src/testing/setup.ts'],
    css: false,
    testTimeout: 120_000,
  },
});
