import { connect } from 'node:net';
import { smtpMailer } from '@pii-vault/platform/mail/smtp-mailer';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Mailbox, startMailbox } from './mailbox.ts';

let mailbox: Mailbox;
beforeEach(async () => {
  mailbox = await startMailbox();
});
afterEach(() => mailbox.stop());

async function send(subject: string): Promise<void> {
  const at = { host: '127.0.0.1', port: mailbox.smtpPort };
  const mailer = smtpMailer({ ...at, isTls: false, allowsPlain: true, from: 'PII Vault <vault@localhost>' });
  await mailer.send({ to: 'someone@example.com', subject, text: 'text', html: '<p>text</p>' });
  mailer.close();
}

async function page(path: string): Promise<string> {
  const answer = await fetch(`${mailbox.address}${path}`, { headers: { accept: 'text/html' } });
  return await answer.text();
}

it('shows what is sent to it, the first mail too, which starts it', async () => {
  await send('the first one');
  await send('another one');
  const listed = await page('/api/email');
  expect(listed).toContain('the first one');
  expect(listed).toContain('another one');
  expect(await page('/')).toContain('<html');
});

it('stops with a connection that is still open, and takes no more', async () => {
  const socket = connect(mailbox.smtpPort, '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise((greeted) => socket.once('data', greeted));
  await mailbox.stop();
  await expect(page('/')).rejects.toThrow('fetch failed');
});
