import { runModules } from '@pii-vault/platform/process/run-modules';
import { cryptoModule } from './module.ts';

await runModules([cryptoModule]);
