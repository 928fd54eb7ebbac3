import { describe, expect, it } from 'vitest';
import type { Mailer } from './mailer.ts';

/** A mailer and access to its mailbox. */
export interface MailerUnderTest {
  readonly mailer: Mailer;
  /** Recipients and full texts (including headers, if any) of received mails, oldest first. */
  arrived(): Promise<readonly { readonly to: string; readonly content: string }[]>;
  close(): Promise<void>;
}

/** Contract of every mail adapter. */
export function describeMailerContract(name: string, make: () => Promise<MailerUnderTest>): void {
  describe(`mailer contract: ${name}`, () => {
    it('delivers a mail to its single recipient, and several mails concurrently', async () => {
      const { mailer, arrived, close } = await make();
      await mailer.send({
        to: 'asha@example.org',
        subject: 'Your code',
        text: 'The code is 123456',
        html: '<b>123456</b>',
      });
      await Promise.all(
        ['a@example.org', 'b@example.org'].map((to) => mailer.send({ to, subject: 's', text: `for ${to}` })),
      );
      const [first, ...others] = await arrived();
      expect(first).toMatchObject({ to: 'asha@example.org' });
      expect(first?.content).toContain('The code is 123456');
      expect(first?.content).toContain('Your code');
      expect(others.map(({ to }) => to).sort()).toEqual(['a@example.org', 'b@example.org']);
      for (const mail of others) expect(mail.content).toContain(`for ${mail.to}`);
      await close();
    });

    it('refuses an address with several recipients and a subject that contains a header', async () => {
      const { mailer, arrived, close } = await make();
      for (const to of [
        '',
        'nobody',
        'a@example.org, b@example.org',
        'a@example.org\r\nBcc: b@example.org',
        '<a@example.org>',
      ])
        await expect(mailer.send({ to, subject: 's', text: 't' })).rejects.toMatchObject({
          reason: 'INVALID_ADDRESS',
        });
      await expect(
        mailer.send({ to: 'a@example.org', subject: 's\r\nBcc: b@example.org', text: 't' }),
      ).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
      });
      expect(await arrived()).toEqual([]);
      await close();
    });
  });
}
