import { runModules } from '@pii-vault/platform/process/run-modules';
import { complianceModule } from './module.ts';

await runModules([complianceModule]);
