import { type Mail, nameInMail } from '@pii-vault/platform/mail/mailer';
import { LAST_REQUEST } from './approver-mail.ts';
import type { Approver } from './find-approvers.ts';

export interface PolicyChangeNotice {
  readonly companyId: number;
  readonly isAlone: boolean;
  readonly dueAt: Date;
}

/** The mail to an administrator about pending looser limits. */
export function policyChangeMail(
  administrator: Approver,
  { companyId, isAlone, dueAt }: PolicyChangeNotice,
  requester: string,
  consoleUrl: string,
  isLast: boolean,
): Mail {
  const time = `${dueAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    to: administrator.email,
    subject: `Looser limits of company ${companyId} in PII Vault were requested`,
    text: [
      `Hello ${nameInMail(administrator.firstName)},`,
      '',
      `${requester} asks for looser limits on what may be revealed, searched or exported in company ${companyId}.`,
      isAlone
        ? `The company has no second administrator, so they take effect at ${time} unless an approver refuses them.`
        : `Another administrator must approve them. Without a decision the request expires at ${time}.`,
      'See them in the console:',
      '',
      new URL(`/limits?company=${companyId}`, consoleUrl).href,
      '',
      'If you did not expect this, refuse it and check who uses the account.',
      ...(isLast ? ['', LAST_REQUEST] : []),
    ].join('\n'),
  };
}
