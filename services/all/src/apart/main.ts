import { startApart } from './start-apart.ts';

const vault = await startApart(process.env).catch((error: unknown) => {
  process.stderr.write(
    `\npii-vault did not start: ${error instanceof Error ? error.message : 'unknown fault'}\n`,
  );
  process.exit(1);
});

process.stdout.write(
  `\n  PII Vault    ${vault.address}\n  Mailbox      ${vault.mailbox}\n  Logs         ${vault.logs}\n\n  Ctrl-C stops it.\n`,
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
