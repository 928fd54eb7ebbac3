/** Subjects of mails; each has texts in every language. */
export const NOTICE_KINDS = [
  'matching_probe',
  'probe_stop_lift',
  'budget_alarm',
  'event_refused',
  'integrity_error',
  'audit_verify',
  'intake_stopped',
  'credential_stuffing',
  'password_spraying',
  'password_guessing',
  'data_erase',
  'key_destroy',
  'webhook_create',
  'webhook_update',
  'webhook_secret_rotate',
  'link_agreement_create',
  'link_agreement_accept',
  'access_rule_add',
  'access_rule_remove',
  'address_unblock',
  'factor_policy_update',
  'user_delete',
  'user_disable',
  'company_update',
  'company_status',
  'company_reactivation_request',
  'company_reactivation_refuse',
  'webhook_delete',
  'link_agreement_end',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

const kinds: readonly string[] = NOTICE_KINDS;
export const isNoticeKind = (kind: string): kind is NoticeKind => kinds.includes(kind);

/** Ids that the texts name; empty where the notice has none. */
export interface NoticeFacts {
  readonly company: string;
  readonly otherCompany: string;
  readonly reason: string;
  /** user:<id>, client:<id>/user:<id> or import:<id>. */
  readonly credential: string;
  readonly budget: string;
  readonly topic: string;
  readonly producer: string;
  readonly object: string;
  /** As field, master or index. */
  readonly keyPurpose: string;
  readonly keyVersion: string;
  readonly ruleKind: string;
  /** Of a company. */
  readonly status: string;
  /** Roles, with blanks. */
  readonly removed: string;
}

/** Subject and sentence of a kind. */
export type Words = readonly [subject: string, text: string];

export interface Phrases {
  readonly of: Readonly<Record<NoticeKind, (facts: NoticeFacts) => Words>>;
  /** For a kind unknown to this version. */
  readonly unknown: Words;
  hello(firstName: string): string;
  by(actor: string): string;
  when(time: string): string;
  user(id: string): string;
  client(id: string, user: string): string;
  service(name: string): string;
  readonly open: string;
  readonly advice: string;
  /** Of the last mail of this kind about an actor for the day. */
  readonly last: string;
}
