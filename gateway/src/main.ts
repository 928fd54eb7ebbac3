import { runModules } from '@pii-vault/platform/process/run-modules';
import { gatewayModule } from './module.ts';

await runModules([gatewayModule]);
