// Migrates the schemas of every service as the owner of the database, then exits. Runs as a container before the
// others.
import { runModules } from '@pii-vault/platform/runtime/process/run-modules';
import { allModules } from '../modules.ts';

await runModules(
  allModules.filter(({ migrations }) => migrations !== undefined),
  ['--migrate'],
);
