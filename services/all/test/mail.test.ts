import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfig } from '@pii-vault/platform/core/config/config';
import { freePort } from '@pii-vault/platform/core/net/free-port';
import { describeMailerContract } from '@pii-vault/platform/mail/mailer-contract';
import { smtpConfig } from '@pii-vault/platform/mail/smtp-config';
import { MailDev } from 'maildev';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailCertificate, mailCertificate } from './mail-certificate.ts';
import { LOGIN, LOGIN_ENV, mailerTo } from './smtp-settings.ts';

let certificate: MailCertificate;
beforeAll(async () => {
  certificate = await mailCertificate();
});
afterAll(() => certificate?.remove());

/** A mail server: plain, or with TLS and a login. */
async function startServer(isSecure: boolean) {
  const port = await freePort();
  const secure = {
    incomingSecure: true,
    incomingCert: certificate.files.cert,
    incomingKey: certificate.files.key,
    incomingUser: LOGIN.user,
    incomingPass: LOGIN.password,
  };
  const server = new MailDev({
    smtp: port,
    ip: 'localhost',
    disableWeb: true,
    silent: true,
    mailDirectory: join(certificate.folder, String(port)),
    ...(isSecure ? secure : {}),
  });
  const { storage } = await server.start();
  return {
    port,
    stop: () => server.stop(),
    async arrived() {
      const mails = (await storage.getAll()).sort((a, b) => a.time.getTime() - b.time.getTime());
      return await Promise.all(
        mails.map(async (mail) => ({
          to: mail.envelope.to[0]?.address ?? '',
          content: await readFile(mail.source, 'utf8'),
        })),
      );
    },
  };
}

const secureEnv = () => ({
  SMTP_TLS: 'true',
  SMTP_TLS_CA_FILE: certificate.ca,
  ...LOGIN_ENV,
});

for (const isSecure of [false, true])
  describeMailerContract(`SMTP to a real server${isSecure ? ', with TLS and a login' : ''}`, async () => {
    const server = await startServer(isSecure);
    const mailer = mailerTo(server.port, isSecure ? secureEnv() : { SMTP_ALLOWS_PLAIN: 'true' });
    return {
      mailer,
      arrived: server.arrived,
      async close() {
        mailer.close();
        await server.stop();
      },
    };
  });

it('sends nothing to an untrusted server, or to one that refuses its login', async () => {
  const server = await startServer(true);
  const { SMTP_TLS_CA_FILE: _, ...anyAuthority } = secureEnv();
  const { SMTP_USER: __, SMTP_PASSWORD: ___, ...noLogin } = secureEnv();
  for (const env of [anyAuthority, noLogin, { ...secureEnv(), SMTP_PASSWORD: 'another' }]) {
    const mailer = mailerTo(server.port, env);
    await expect(mailer.send({ to: 'a@example.org', subject: 's', text: 't' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      reason: 'MAIL_UNAVAILABLE',
    });
    mailer.close();
  }
  expect(await server.arrived()).toEqual([]);
  await server.stop();
  expect(() => loadConfig(smtpConfig, { SMTP_USER: 'vault' })).toThrow(/SMTP_PASSWORD_FILE/);
});
