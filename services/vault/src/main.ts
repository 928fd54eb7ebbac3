import { runModules } from '@pii-vault/platform/process/run-modules';
import { vaultModule } from './module.ts';

await runModules([vaultModule]);
