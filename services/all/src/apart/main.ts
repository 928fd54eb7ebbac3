import { runUntilSignal } from '../run-until-signal.ts';
import { startApart } from './start-apart.ts';

await runUntilSignal(
  () => startApart(process.env),
  ({ address, mailbox, logs }) =>
    `  PII Vault    ${address}\n  Mailbox      ${mailbox}\n  Logs         ${logs}`,
);
