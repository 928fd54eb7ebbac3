import { expect, it } from 'vitest';
import { memoryMailer } from '../testing/memory-mailer.ts';
import { startSmtpSink } from '../testing/smtp-sink.ts';
import { describeMailerContract } from './mailer-contract.ts';
import { smtpMailer } from './smtp-mailer.ts';

const to = (port: number) =>
  smtpMailer({
    host: '127.0.0.1',
    port,
    isTls: false,
    allowsPlain: true,
    from: 'pii-vault <no-reply@example.org>',
  });

describeMailerContract('SMTP', async () => {
  const sink = await startSmtpSink();
  const mailer = to(sink.port);
  return {
    mailer,
    arrived: async () => sink.arrived,
    async close() {
      mailer.close();
      await sink.close();
    },
  };
});

describeMailerContract('memory', async () => {
  const mailer = memoryMailer();
  return {
    mailer,
    arrived: async () =>
      mailer.sent.map((mail) => ({ to: mail.to, content: `${mail.subject}\n${mail.text}` })),
    close: async () => undefined,
  };
});

it('reports unavailable mail when no server listens', async () => {
  const sink = await startSmtpSink();
  await sink.close();
  const mailer = to(sink.port);
  await expect(mailer.send({ to: 'a@example.org', subject: 's', text: 't' })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    reason: 'MAIL_UNAVAILABLE',
  });
  mailer.close();
});

it('requires encryption by default', async () => {
  const sink = await startSmtpSink();
  const mailer = smtpMailer({
    host: '127.0.0.1',
    port: sink.port,
    isTls: false,
    allowsPlain: false,
    from: 'x@example.org',
  });
  await expect(mailer.send({ to: 'a@example.org', subject: 's', text: 't' })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
  expect(sink.arrived).toEqual([]);
  mailer.close();
  await sink.close();
});

it('sends the given Message-ID, which a retried mail keeps', async () => {
  const sink = await startSmtpSink();
  const mailer = to(sink.port);
  const mail = { to: 'a@example.org', subject: 's', text: 't', messageId: '<notice-9-4@vault.example.org>' };
  await mailer.send(mail);
  await mailer.send(mail);
  expect(sink.arrived.map(({ content }) => /^Message-ID: (.*)$/im.exec(content)?.[1]?.trim())).toEqual([
    '<notice-9-4@vault.example.org>',
    '<notice-9-4@vault.example.org>',
  ]);
  mailer.close();
  await sink.close();
});
