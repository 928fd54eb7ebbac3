import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smtpMailer } from '@pii-vault/platform/mail/smtp-mailer';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Mailbox, startMailbox } from './mailbox.ts';

let mailbox: Mailbox;
let temporary: string;
beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'pii-vault-mailbox-test-'));
  vi.stubEnv('TMPDIR', temporary);
  mailbox = await startMailbox();
});
afterEach(async () => {
  await mailbox.stop();
  vi.unstubAllEnvs();
  await rm(temporary, { recursive: true });
});

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

it('keeps mails in memory only, whole, and where nobody else may look while they come in', async () => {
  await send('a link for somebody');
  const [{ id }] = JSON.parse(await page('/api/email'));
  expect(JSON.parse(await page(`/api/email/${id}`))).toMatchObject({
    subject: 'a link for somebody',
    text: 'text',
  });
  const found = await readdir(temporary, { recursive: true, withFileTypes: true });
  expect(found.filter((entry) => entry.isFile())).toEqual([]);
  const [own = ''] = await readdir(temporary);
  expect((await stat(join(temporary, own))).mode & 0o077).toBe(0);
  await mailbox.stop();
  expect(await readdir(temporary)).toEqual([]);
});

it('stops with a connection that is still open, and takes no more', async () => {
  const socket = connect(mailbox.smtpPort, '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise((greeted) => socket.once('data', greeted));
  await mailbox.stop();
  await expect(page('/')).rejects.toThrow('fetch failed');
});
