// Brings the schemas of every service up to date as the owner of the database, and ends: one container before the others.
import { runModules } from '@pii-vault/platform/process/run-modules';
import { allModules } from '../modules.ts';

await runModules(
  allModules.filter(({ migrations }) => migrations !== undefined),
  ['--migrate'],
);
