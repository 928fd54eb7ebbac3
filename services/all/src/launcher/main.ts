import { parseArgs } from 'node:util';
import { runModules } from '@pii-vault/platform/runtime/process/run-modules';
import { chooseModules } from '../modules.ts';
import { describeMail } from './embedded/local-mail.ts';
import { runUntilSignal } from './run-until-signal.ts';
import { startVault } from './start.ts';

const { values } = parseArgs({
  options: { target: { type: 'string', default: 'all' }, migrate: { type: 'boolean', default: false } },
});

if (values.target === 'all')
  await runUntilSignal(
    () => startVault(process.env),
    ({ address, mailbox, logFile }) =>
      `  PII Vault    ${address}\n  Mailbox      ${describeMail(mailbox)}\n  Log          ${logFile}`,
  );
// Some modules only: they use an external PostgreSQL and remote peers, like a single service.
else await runModules(chooseModules(values.target), values.migrate ? ['--migrate'] : []);
