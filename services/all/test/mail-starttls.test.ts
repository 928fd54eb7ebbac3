import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { describeMailerContract } from '@pii-vault/platform/mail/mailer-contract';
import { freePort } from '@pii-vault/platform/net/free-port';
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

/** A server that offers STARTTLS, and takes a login and a mail after it only. */
async function startServer() {
  const port = await freePort();
  const arrived: Arrived[] = [];
  const server = new SMTPServer({
    key: await readFile(certificate.files.key),
    cert: await readFile(certificate.files.cert),
    onAuth: ({ username, password }, _session, done) =>
      username === LOGIN.user && password === LOGIN.password
        ? done(null, { user: username })
        : done(new Error('Who is this?')),
    onData(stream, { envelope, secure }, done) {
      text(stream).then((content) => {
        if (secure) arrived.push({ to: envelope.rcptTo[0]?.address ?? '', content });
        done();
      }, done);
    },
  });
  // A caller that turns away at the certificate is an error of the connection to it.
  server.on('error', () => undefined);
  await new Promise<void>((listens) => server.listen(port, 'localhost', () => listens()));
  const stop = () => new Promise<void>((closed) => server.close(() => closed()));
  return { port, arrived, stop };
}

describeMailerContract('SMTP to a server with STARTTLS and a login, as by default', async () => {
  const server = await startServer();
  // No setting of TLS but whom to believe: STARTTLS is the default.
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

it('hands nothing to a server whose certificate nobody vouches for', async () => {
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
