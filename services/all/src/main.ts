import { parseArgs } from 'node:util';
import { runModules } from '@pii-vault/platform/process/run-modules';
import { chooseModules } from './modules.ts';
import { startVault } from './start.ts';

const { values } = parseArgs({
  options: { target: { type: 'string', default: 'all' }, migrate: { type: 'boolean', default: false } },
});

if (values.target === 'all') await runAll();
// A part of the vault stands on PostgreSQL and peers that others run, as a single service does.
else await runModules(chooseModules(values.target), values.migrate ? ['--migrate'] : []);

async function runAll(): Promise<void> {
  const vault = await startVault(process.env).catch((error: unknown) => {
    process.stderr.write(
      `\npii-vault did not start: ${error instanceof Error ? error.message : 'unknown fault'}\n`,
    );
    process.exit(1);
  });
  process.stdout.write(
    `\n  PII Vault    ${vault.address}\n  Mailbox      ${vault.mailbox}\n  Log          ${vault.logFile}\n\n  Ctrl-C stops it.\n`,
  );
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      vault.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
}
