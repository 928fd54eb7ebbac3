import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smtpMailer } from '@pii-vault/platform/mail/smtp-mailer';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Mailbox, startMailbox } from './mailbox.ts';

let mailbox: Mailbox;
let parent: string;
const folder = () => join(parent, 'mailbox');
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'pii-vault-mailbox-'));
  // Left by a killed process.
  await mkdir(folder());
  await writeFile(join(folder(), 'left.eml'), 'a link for somebody');
  mailbox = await startMailbox(folder());
});
afterEach(async () => {
  await mailbox.stop();
  await rm(parent, { recursive: true });
});

/** Files in the mailbox's folder; undefined without a folder. */
async function filesLeft(): Promise<string[] | undefined> {
  const found = await readdir(folder(), { recursive: true, withFileTypes: true }).catch(() => undefined);
  return found?.filter((entry) => entry.isFile()).map(({ name }) => name);
}

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

it('shows all mails, including the first one, which starts it', async () => {
  await send('the first one');
  await send('another one');
  const listed = await page('api/email');
  expect(listed).toContain('the first one');
  expect(listed).toContain('another one');
  expect(await page('')).toContain('<html');
});

it('keeps mails in memory only, and incoming ones in a private folder', async () => {
  await send('a link for somebody');
  const [{ id }] = JSON.parse(await page('api/email'));
  expect(JSON.parse(await page(`api/email/${id}`))).toMatchObject({
    subject: 'a link for somebody',
    text: 'text',
  });
  expect(await filesLeft()).toEqual([]);
  expect((await stat(folder())).mode & 0o077).toBe(0);
  await mailbox.stop();
  expect(await filesLeft()).toBeUndefined();
});

it('removes an interrupted mail when it stops', async () => {
  await send('starts it');
  const socket = connect(mailbox.smtpPort, '127.0.0.1');
  socket.on('error', () => undefined);
  for (const line of ['EHLO here', 'MAIL FROM:<a@localhost>', 'RCPT TO:<b@localhost>', 'DATA']) {
    await new Promise((answered) => socket.once('data', answered));
    socket.write(`${line}\r\n`);
  }
  await new Promise((answered) => socket.once('data', answered));
  socket.write('Subject: half a mail\r\n\r\nhalf of a link');
  await expect.poll(filesLeft).toHaveLength(1);
  socket.destroy();
  await mailbox.stop();
  expect(await filesLeft()).toBeUndefined();
});

it('stops while a connection is open, and accepts no more', async () => {
  const socket = connect(mailbox.smtpPort, '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise((greeted) => socket.once('data', greeted));
  await mailbox.stop();
  await expect(page('')).rejects.toThrow('fetch failed');
});
