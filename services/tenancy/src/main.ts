import { runModules } from '@pii-vault/platform/process/run-modules';
import { tenancyModule } from './module.ts';

await runModules([tenancyModule]);
