import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startLocalMail } from './local-mail.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pii-vault-mail-'));
});
afterEach(() => rm(folder, { recursive: true }));

it.each([
  ['in production', { PIIVAULT_ENVIRONMENT: 'production' }],
  ['with NODE_ENV=production', { NODE_ENV: 'production' }],
  ['with a configured mail server', { SMTP_HOST: 'mail.example.com' }],
])('starts no mailbox %s', async (_, env) => {
  const { mailbox, env: own } = await startLocalMail(join(folder, 'mailbox'), env);
  expect(mailbox).toBeUndefined();
  expect(own).toEqual({});
});

it('starts one for an evaluation, and delivers mail there', async () => {
  const { mailbox, env } = await startLocalMail(join(folder, 'mailbox'), {});
  expect(env).toMatchObject({ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(mailbox?.smtpPort) });
  await mailbox?.stop();
});
