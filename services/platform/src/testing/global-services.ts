import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startTestServices } from './test-services.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the test services of this run, as printed by scripts/tests/test-services/start. */
    testServices: Readonly<Record<string, string>>;
  }
}

/** vitest global setup: starts every test service once per run, and removes it with its data afterwards. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pii-vault-services-'));
  const services = await startTestServices(folder, []);
  project.provide('testServices', services.env);
  return async () => {
    await services.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
