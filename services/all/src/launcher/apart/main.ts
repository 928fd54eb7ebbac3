import { describeMail } from '../embedded/local-mail.ts';
import { runUntilSignal } from '../run-until-signal.ts';
import { startProcesses } from './start-processes.ts';

await runUntilSignal(
  () => startProcesses(process.env),
  ({ address, mailbox, logs }) =>
    `  PII Vault    ${address}\n  Mailbox      ${describeMail(mailbox)}\n  Logs         ${logs}`,
);
