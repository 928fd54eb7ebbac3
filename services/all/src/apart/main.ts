import { describeMail } from '../embedded/local-mail.ts';
import { runUntilSignal } from '../run-until-signal.ts';
import { startApart } from './start-apart.ts';

await runUntilSignal(
  () => startApart(process.env),
  ({ address, mailbox, logs }) =>
    `  PII Vault    ${address}\n  Mailbox      ${describeMail(mailbox)}\n  Logs         ${logs}`,
);
