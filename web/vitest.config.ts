import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'jsdom',
    // One document per worker; each file still has modules and globals of its own.
    pool: 'vmThreads',
    // As in ../vitest.config.ts, whose projects these files run beside.
    maxWorkers: 3,
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['./src/testing/setup.ts'],
    css: false,
    testTimeout: 60_000,
  },
});
