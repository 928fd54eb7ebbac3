/** An event of which administrators get a mail. Ids only: no address, no name, no value. */
export interface AdministratorNotice {
  /** An action of the trail, intake_stopped, or a pattern of attack on sign-in. */
  readonly kind: string;
  /** Undefined: the whole deployment; super admins get the mail. */
  readonly companyId: number | undefined;
  /** Notices of one kind, company, subject and UTC day are one mail. */
  readonly subject: string;
  readonly actorType: string;
  readonly actorId: string;
  readonly onBehalfOf: string;
  readonly reason: string;
  readonly objectIds: Readonly<Record<string, string>>;
  readonly occurredAt: Date;
}

/** A notice as its mails have it. */
export interface MailedNotice extends Omit<AdministratorNotice, 'subject'> {
  /** Further ones of its kind, company, actor and day are not mailed. */
  readonly isLast: boolean;
}

export const LANGUAGES = ['en', 'hi'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A user who gets a mail. */
export interface Administrator {
  readonly id: number;
  readonly email: string;
  readonly firstName: string;
  /** Language of the console at the last sign-in; English if unknown. */
  readonly language: Language;
}
