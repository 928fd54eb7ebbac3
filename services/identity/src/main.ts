import { runModules } from '@pii-vault/platform/process/run-modules';
import { identityModule } from './module.ts';

await runModules([identityModule]);
