import { runModules } from '@pii-vault/platform/runtime/process/run-modules';
import { cryptoModule } from './module.ts';

await runModules([cryptoModule]);
