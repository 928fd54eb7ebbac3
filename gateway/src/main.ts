import { runModules } from '@pii-vault/platform/runtime/process/run-modules';
import { gatewayModule } from './module.ts';

await runModules([gatewayModule]);
