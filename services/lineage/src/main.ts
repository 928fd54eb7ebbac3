import { runModules } from '@pii-vault/platform/runtime/process/run-modules';
import { lineageModule } from './module.ts';

await runModules([lineageModule]);
