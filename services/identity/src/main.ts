import { runModules } from '@pii-vault/platform/runtime/process/run-modules';
import { identityModule } from './module.ts';

await runModules([identityModule]);
