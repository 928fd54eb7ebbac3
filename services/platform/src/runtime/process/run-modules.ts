import { parseArgs } from 'node:util';
import { AppError } from '../../core/errors/app-error.ts';
import { createLogger } from '../../core/log/log.ts';
import type { Module } from '../module/module.ts';
import { migrateModules } from './databases.ts';
import { loadSettings } from './load-settings.ts';
import { startProcess } from './start-process.ts';
import { waitUntil } from './wait-until.ts';

/**
 * What `main.ts` of a service is: runs the modules with the settings of the environment until SIGTERM or SIGINT.
 * With --migrate it brings roles and schemas up to date as the owner, and ends.
 */
export async function runModules(modules: readonly Module[], args = process.argv.slice(2)): Promise<void> {
  const stopping = new AbortController();
  try {
    const { values } = parseArgs({ args, options: { migrate: { type: 'boolean', default: false } } });
    if (values.migrate) await migrateOnly(modules, stopping.signal);
    else await runUntilStopped(modules, stopping);
    process.exit(0);
  } catch (error) {
    if (stopping.signal.aborted) return;
    process.stderr.write(`${modules.map(({ name }) => name).join(', ')} did not start: ${describe(error)}\n`);
    process.exit(1);
  }
}

async function runUntilStopped(modules: readonly Module[], stopping: AbortController): Promise<void> {
  const asked = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      // A second signal ends the process at once.
      if (stopping.signal.aborted) process.exit(1);
      stopping.abort();
    });
  const running = await startProcess(modules, process.env, stopping.signal);
  await asked;
  await running.stop();
}

async function migrateOnly(modules: readonly Module[], signal: AbortSignal): Promise<void> {
  const settings = loadSettings(modules, { ...process.env, PIIVAULT_MIGRATE: 'true' }, true);
  const log = createLogger(settings.process.logLevel);
  await waitUntil('migrations', () => migrateModules(modules, settings), signal, log);
  log.info('schemas are up to date', { modules: modules.map(({ name }) => name) });
}

/** The text for the operator: reason and message, without stack and cause. */
function describe(error: unknown): string {
  if (error instanceof AppError) return `${error.reason}: ${error.message}`;
  return error instanceof Error ? error.message : 'unknown fault';
}
