import { type Mail, nameInMail } from '@pii-vault/platform/mail/mailer';
import type { FactorKind } from '../../accounts/factor.ts';
import { roleLabel } from '../../accounts/roles/role.ts';

/** Changes of an account that are reported to its owner. */
export type OwnerNotice =
  | { readonly kind: 'password_changed' | 'password_reset' | 'password_set' }
  | { readonly kind: 'credentials_generated' | 'credentials_rotated'; readonly clientId: string }
  | {
      readonly kind: 'factor_added' | 'factor_renamed' | 'factor_removed';
      readonly factor: FactorKind;
      readonly name: string;
    }
  | { readonly kind: 'recovery_codes_renewed' | 'factors_reset' }
  | { readonly kind: 'recovery_code_used'; readonly left: number }
  | { readonly kind: 'address_changed'; readonly formerEmail: string }
  | { readonly kind: 'token_made'; readonly companyId: number; readonly role: string }
  | { readonly kind: 'role_changed'; readonly role: string; readonly companyId: number | null }
  | {
      readonly kind: 'company_role_given' | 'company_role_removed';
      readonly companyId: number;
      readonly role: string;
    };

interface Reader {
  readonly email: string;
  readonly firstName: string;
}

/** The mail of a notice. @param actor name of the actor, as shown to the owner @param at time, shown to the minute */
export function ownerMail(
  reader: Reader,
  notice: OwnerNotice,
  actor: string,
  at: Date,
  isLast = false,
): Mail {
  const [subject, text] = wordsOf(notice);
  return {
    to: notice.kind === 'address_changed' ? notice.formerEmail : reader.email,
    subject,
    text: [
      `Hello ${nameInMail(reader.firstName)},`,
      '',
      text,
      '',
      `By: ${actor}`,
      `When: ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      '',
      'If you did not expect this, inform your administrator at once.',
      ...(isLast ? ['', LAST] : []),
    ].join('\n'),
  };
}

const LAST =
  'This is the last mail about such changes within 24 hours. Your administrator sees further ones in the audit trail.';

const ENDED = 'All sessions, API tokens and API credentials of the account ended.';

type Words = readonly [subject: string, text: string];

function wordsOf(notice: OwnerNotice): Words {
  switch (notice.kind) {
    case 'credentials_generated':
    case 'credentials_rotated':
      return credentialWords(notice.kind, notice.clientId);
    case 'factor_added':
    case 'factor_renamed':
    case 'factor_removed':
      return factorWords(notice.kind, FACTOR_NAMES[notice.factor], notice.name);
    case 'recovery_code_used':
      return [
        'A recovery code of your PII Vault account was used',
        `Somebody signed in with a recovery code of your account. ${notice.left} codes are left.`,
      ];
    case 'token_made':
      return [
        'An API token was made for your PII Vault account',
        `A token that acts in your name for 24 hours was made: company ${notice.companyId}, role ${roleLabel(notice.role)}.`,
      ];
    case 'role_changed':
      return [
        'Your role in PII Vault was changed',
        `Your role is now ${roleLabel(notice.role)}, in ${notice.companyId === null ? 'all companies' : `company ${notice.companyId}`}.`,
      ];
    case 'company_role_given':
      return [
        'You have a new role in PII Vault',
        `You now have the role ${roleLabel(notice.role)} in company ${notice.companyId}.`,
      ];
    case 'company_role_removed':
      return [
        'A role of yours in PII Vault was removed',
        `You no longer have the role ${roleLabel(notice.role)} in company ${notice.companyId}.`,
      ];
    default:
      return ACCOUNT_WORDS[notice.kind];
  }
}

const FACTOR_NAMES: Readonly<Record<FactorKind, string>> = {
  totp: 'authenticator app',
  passkey: 'passkey',
};

function factorWords(
  kind: 'factor_added' | 'factor_renamed' | 'factor_removed',
  factor: string,
  name: string,
): Words {
  const done = { factor_added: 'added to', factor_renamed: 'renamed in', factor_removed: 'removed from' }[
    kind
  ];
  const words = { factor_added: 'added', factor_renamed: 'renamed', factor_removed: 'removed' }[kind];
  return [
    `A second factor of your PII Vault account was ${words}`,
    `The ${factor} "${nameInMail(name)}" was ${done} your account.`,
  ];
}

const ACCOUNT_WORDS = {
  recovery_codes_renewed: [
    'Your PII Vault recovery codes were replaced',
    'New recovery codes were made for your account. The former codes no longer work.',
  ],
  factors_reset: [
    'The second factors of your PII Vault account were removed',
    'An administrator removed every second factor and recovery code of your account and signed it out. Sign in to add new ones.',
  ],
  password_changed: [
    'Your PII Vault password was changed',
    'The password of your account was changed, and other sessions were signed out. API credentials still work.',
  ],
  password_reset: [
    'Your PII Vault password was changed',
    `The password of your account was set with an emailed link. ${ENDED}`,
  ],
  password_set: [
    'An administrator set your PII Vault password',
    `An administrator set the password of your account. ${ENDED}`,
  ],
  address_changed: [
    'The e-mail address of your PII Vault account was changed',
    'Your account has another e-mail address now. This is the last mail to this one.',
  ],
} as const satisfies Record<string, Words>;

function credentialWords(kind: 'credentials_generated' | 'credentials_rotated', clientId: string): Words {
  if (kind === 'credentials_generated')
    return [
      'API credentials were made for your PII Vault account',
      `API credentials were made for your account: client ${clientId}. They act in your name until they are revoked.`,
    ];
  return [
    'The API secret of your PII Vault account was replaced',
    `The secret of your API client ${clientId} was replaced. The former secret no longer works.`,
  ];
}
