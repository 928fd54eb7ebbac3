import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { freePort } from '@pii-vault/platform/core/net/free-port';
import { describeMailerContract } from '@pii-vault/platform/mail/mailer-contract';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailCertificate, mailCertificate } from './mail-certificate.ts';
import { LOGIN, LOGIN_ENV, mailerTo } from './smtp-settings.ts';

let certificate: MailCertificate;
beforeAll(async () => {
  certificate = await mailCertificate();
});
afterAll(() => certificate?.remove());

interface Arrived {
  readonly to: string;
  readonly content: string;
}

/** A server that offers STARTTLS, and accepts logins and mails only after it. */
async function startServer() {
  const port = await freePort();
  const arrived: Arrived[] = [];
  const server = new SMTPServer({
    key: await readFile(certificate.files.key),
    cert: await readFile(certificate.files.cert),
    onAuth: ({ username, password }, _session, done) =>
      username === LOGIN.user && password === LOGIN.password
        ? done(null, { user: username })
        : done(new Error('unknown user')),
    onData(stream, { envelope, secure }, done) {
      text(stream).then((content) => {
        if (secure) arrived.push({ to: envelope.rcptTo[0]?.address ?? '', content });
        done();
      }, done);
    },
  });
  // A client that rejects the certificate causes an error of the connection.
  server.on('error', () => undefined);
  await new Promise<void>((listens) => server.listen(port, 'localhost', () => listens()));
  const stop = () => new Promise<void>((closed) => server.close(() => closed()));
  return { port, arrived, stop };
}

describeMailerContract('SMTP to a server with STARTTLS and a login, as by default', async () => {
  const server = await startServer();
  // TLS settings contain the authority only: STARTTLS is the default.
  const mailer = mailerTo(server.port, { ...LOGIN_ENV, SMTP_TLS_CA_FILE: certificate.ca });
  return {
    mailer,
    arrived: async () => server.arrived,
    async close() {
      mailer.close();
      await server.stop();
    },
  };
});

it('sends nothing to a server with an untrusted certificate', async () => {
  const server = await startServer();
  const mailer = mailerTo(server.port, LOGIN_ENV);
  try {
    await expect(mailer.send({ to: 'a@example.org', subject: 's', text: 't' })).rejects.toMatchObject({
      reason: 'MAIL_UNAVAILABLE',
    });
  } finally {
    mailer.close();
    await server.stop();
  }
  expect(server.arrived).toEqual([]);
});
