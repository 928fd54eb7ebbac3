import { runModules } from '@pii-vault/platform/runtime/process/run-modules';
import { auditModule } from './module.ts';

await runModules([auditModule]);
