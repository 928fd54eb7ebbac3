import { runModules } from '@pii-vault/platform/runtime/process/run-modules';
import { complianceModule } from './module.ts';

await runModules([complianceModule]);
