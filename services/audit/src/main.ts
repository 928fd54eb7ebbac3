import { runModules } from '@pii-vault/platform/process/run-modules';
import { auditModule } from './module.ts';

await runModules([auditModule]);
