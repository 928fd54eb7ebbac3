import { runModules } from '@pii-vault/platform/runtime/process/run-modules';
import { vaultModule } from './module.ts';

await runModules([vaultModule]);
