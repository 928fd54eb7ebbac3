import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { moduleEnv } from './module-env.ts';

let consoleDir: string;

beforeEach(async () => {
  consoleDir = await mkdtemp(join(tmpdir(), 'pii-vault-console-'));
});
afterEach(() => rm(consoleDir, { recursive: true }));

const envOf = (environment: 'development' | 'production') =>
  moduleEnv({ environment, port: 8081, keysDir: '/keys', consoleDir });

it('reports the build time of the console, if there is a build', async () => {
  expect(await envOf('development')).not.toHaveProperty('PIIVAULT_BUILD_TIME');
  await writeFile(join(consoleDir, '.made'), '');
  await utimes(join(consoleDir, '.made'), 0, Date.parse('2026-11-21T08:00:00Z') / 1000);
  expect(await envOf('development')).toMatchObject({ PIIVAULT_BUILD_TIME: '2026-11-21T08:00:00.000Z' });
});

it('passes the environment to every module; identity needs it to assess logins', async () => {
  expect(await envOf('production')).toMatchObject({ PIIVAULT_ENVIRONMENT: 'production' });
});
