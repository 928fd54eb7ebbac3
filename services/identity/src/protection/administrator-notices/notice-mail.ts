import { type Mail, nameInMail } from '@pii-vault/platform/mail/mailer';
import type { Administrator, Language, MailedNotice } from './administrator-notice.ts';
import { ENGLISH } from './english.ts';
import { HINDI } from './hindi.ts';
import { isNoticeKind, type NoticeFacts, type NoticeKind, type Phrases } from './notice-words.ts';

const PHRASES: Readonly<Record<Language, Phrases>> = { en: ENGLISH, hi: HINDI };

/** The screen of the console for this notice. */
const SCREEN: Readonly<Record<NoticeKind, string>> = {
  matching_probe: '/security-dashboard',
  probe_stop_lift: '/security-dashboard',
  budget_alarm: '/security-dashboard',
  event_refused: '/security-dashboard',
  integrity_error: '/audit',
  audit_verify: '/audit',
  intake_stopped: '/audit',
  credential_stuffing: '/security-dashboard',
  password_spraying: '/security-dashboard',
  password_guessing: '/security-dashboard',
  data_erase: '/audit',
  key_destroy: '/encryption-keys',
  webhook_create: '/webhooks',
  webhook_update: '/webhooks',
  webhook_secret_rotate: '/webhooks',
  link_agreement_create: '/companies',
  link_agreement_accept: '/companies',
  access_rule_add: '/access-control',
  access_rule_remove: '/access-control',
  address_unblock: '/security-dashboard',
  factor_policy_update: '/second-factor',
  user_delete: '/users',
  user_disable: '/users',
  company_update: '/companies',
  company_status: '/companies',
  company_reactivation_request: '/companies',
  company_reactivation_refuse: '/companies',
  webhook_delete: '/webhooks',
  link_agreement_end: '/companies',
};

/**
 * The mail of a notice to one administrator, in its language. It contains ids, which mean nothing outside the console.
 * @param noticeId determines the Message-ID, so that a repeated mail has the same
 */
export function noticeMail(
  reader: Administrator,
  noticeId: number,
  notice: MailedNotice,
  consoleUrl: string,
): Mail {
  const phrases = PHRASES[reader.language];
  const { kind, occurredAt, isLast } = notice;
  const [subject, text] = isNoticeKind(kind) ? phrases.of[kind](factsOf(notice)) : phrases.unknown;
  const url = new URL(isNoticeKind(kind) ? SCREEN[kind] : '/audit', consoleUrl);
  return {
    to: reader.email,
    subject,
    messageId: `<notice-${noticeId}-${reader.id}@${url.hostname}>`,
    text: [
      phrases.hello(nameInMail(reader.firstName)),
      '',
      text,
      '',
      phrases.by(actorOf(notice, phrases)),
      phrases.when(`${occurredAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`),
      '',
      phrases.open,
      '',
      url.href,
      '',
      phrases.advice,
      ...(isLast ? ['', phrases.last] : []),
    ].join('\n'),
  };
}

function factsOf({ companyId, reason, objectIds }: MailedNotice): NoticeFacts {
  return {
    company: String(companyId ?? ''),
    otherCompany: objectIds.otherCompanyId ?? '',
    reason,
    credential: objectIds.credential ?? '',
    budget: objectIds.budget ?? '',
    topic: objectIds.topic ?? '',
    producer: objectIds.producer ?? '',
    object: objectIds.webhookId ?? objectIds.agreementId ?? objectIds.userId ?? '',
    keyPurpose: objectIds.keyPurpose ?? '',
    keyVersion: objectIds.keyVersion ?? '',
    ruleKind: objectIds.kind ?? '',
    status: objectIds.to ?? '',
    removed: objectIds.removed ?? '',
  };
}

/** The actor, or the owner of the account. */
function actorOf(
  { actorType, actorId, onBehalfOf }: Pick<MailedNotice, 'actorType' | 'actorId' | 'onBehalfOf'>,
  { user, client, service }: Phrases,
): string {
  if (actorType === 'user') return user(actorId);
  if (actorType === 'api_client') return client(actorId, user(onBehalfOf));
  return service(actorId);
}
