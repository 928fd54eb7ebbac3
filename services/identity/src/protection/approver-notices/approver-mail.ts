import { type Mail, nameInMail } from '@pii-vault/platform/mail/mailer';
import type { Approver } from './find-approvers.ts';

export interface ApprovalRequest {
  readonly approvalId: number;
  readonly companyId: number;
  readonly kind: string;
  readonly purpose: string;
  readonly people: number;
}

export const LAST_REQUEST =
  'This is the last mail about such requests within 24 hours. Further ones are listed in the console.';

const titles: ReadonlyMap<string, string> = new Map([
  ['erase', 'An erasure'],
  ['consent', 'A record of consents'],
]);
const acts: ReadonlyMap<string, string> = new Map([
  ['reveal', 'reveal the values of'],
  ['export', 'export the data of'],
  ['consent', 'record the consent of'],
]);

/** The mail to an approver. Omits the reason, which may name a person. */
export function approverMail(
  approver: Approver,
  request: ApprovalRequest,
  requester: string,
  consoleUrl: string,
  isLast: boolean,
): Mail {
  const { approvalId, companyId, kind, purpose, people } = request;
  // An erasure has no purpose.
  const forPurpose = purpose === '' ? '' : ` for the purpose “${purpose.replaceAll('_', ' ')}”`;
  return {
    to: approver.email,
    subject: `${titles.get(kind) ?? 'A bulk reveal or export'} in PII Vault needs your approval`,
    text: [
      `Hello ${nameInMail(approver.firstName)},`,
      '',
      `${requester} asks to ${acts.get(kind) ?? kind} ${people} people of company ${companyId}${forPurpose}.`,
      'Approve or refuse it in the console after you have checked the reason with the requester:',
      '',
      new URL(`/approvals?company=${companyId}&request=${approvalId}`, consoleUrl).href,
      '',
      'Without a decision, the request expires after three days.',
      ...(isLast ? ['', LAST_REQUEST] : []),
    ].join('\n'),
  };
}
