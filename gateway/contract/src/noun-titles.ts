import type { Noun } from './routes.ts';

/** A heading of the reference and the nouns below it. */
export interface NounGroup {
  readonly name: string;
  readonly nouns: Readonly<Partial<Record<Noun, string>>>;
}

/** Titles of nouns, in the order of the reference. */
const groups = [
  {
    name: 'Access',
    nouns: {
      auth: 'Sign-in',
      factors: 'Second factors',
      'second-factor-policy': 'Second-factor policy',
      passwords: 'Passwords',
      tokens: 'Tokens and sessions',
      users: 'Users and roles',
      'user-management': 'User management',
      'user-sessions': "Users' sessions",
      'api-credentials': 'API credentials',
      accessReviews: 'Access reviews',
      'access-control': 'Allowed addresses and domains',
    },
  },
  {
    name: 'Personal data',
    nouns: {
      'pii-records': 'Records',
      imports: 'Imports',
      individuals: 'Individuals',
      'pii-fields': 'Fields',
      'pii-search': 'Search by value',
      'pii-demo': 'Masking demo',
      'reveal-budgets': 'Reveal budgets',
      approvals: 'Approvals',
      consents: 'Consent',
      erasures: 'Erasure',
      principals: 'Rights of data principals',
    },
  },
  {
    name: 'Companies and links',
    nouns: {
      companies: 'Companies',
      'link-agreements': 'Link agreements',
      duplicates: 'Duplicates',
      'data-lineage': 'Data lineage',
      webhooks: 'Webhooks',
    },
  },
  {
    name: 'Protection and proof',
    nouns: {
      'encryption-keys': 'Encryption keys',
      hsm: 'Key store',
      'audit-trail': 'Audit trail',
      'audit-user-actions': 'User actions',
      security: 'Sign-in attempts and threats',
      'blocked-ips': 'Blocked addresses',
    },
  },
  {
    name: 'Compliance',
    nouns: {
      compliance: 'Compliance checks',
      complianceReports: 'Compliance reports',
      purposes: 'Purposes',
      grievances: 'Grievances',
      incidents: 'Incidents',
      recipients: 'Recipients',
    },
  },
  {
    name: 'Figures and deployment',
    nouns: {
      dashboard: 'Dashboard figures',
      waiting: 'Pending work',
      analytics: 'Analytics',
      environment: 'Deployment',
      'parked-events': 'Parked events',
      reference: 'This reference',
    },
  },
] as const satisfies readonly NounGroup[];

type Titled = {
  [G in (typeof groups)[number] as G['name']]: keyof G['nouns'];
}[(typeof groups)[number]['name']];
/** A compile error when a noun has no title. */
type EveryNoun = [Exclude<Noun, Titled>] extends [never] ? readonly NounGroup[] : never;

export const nounGroups: EveryNoun = groups;

/** Title of each noun in the reference. */
export const nounTitles: ReadonlyMap<string, string> = new Map(
  groups.flatMap(({ nouns }) => Object.entries(nouns)),
);
