import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { Environment } from '@pii-vault/platform/core/config/config';

const CHECKER = resolve(import.meta.dirname, '../../../../../scripts/product/audit-fsck/main.ts');

/** Checks the audit trail with the checker that shares no code with the vault. @returns its exit code */
export function runChecker(args: readonly string[], env: Environment): number {
  return spawnSync(process.execPath, [CHECKER, ...args], { stdio: 'inherit', env }).status ?? 2;
}
