import { runModules } from '@pii-vault/platform/runtime/process/run-modules';
import { tenancyModule } from './module.ts';

await runModules([tenancyModule]);
