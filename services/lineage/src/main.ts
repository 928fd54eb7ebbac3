import { runModules } from '@pii-vault/platform/process/run-modules';
import { lineageModule } from './module.ts';

await runModules([lineageModule]);
