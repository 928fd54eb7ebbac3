import type { CallInput } from '@pii-vault/contract/client';
import type { RouteKey } from '@pii-vault/contract/routes';

type BodyOf<K extends RouteKey> = CallInput<K>['body'];
type Purpose = Omit<BodyOf<'POST /purposes'>, 'companyId'>;
type Recipient = Omit<BodyOf<'POST /recipients'>, 'companyId'>;
type Grievance = Omit<BodyOf<'POST /grievances'>, 'companyId' | 'receivedAt'>;
type Incident = Omit<BodyOf<'POST /incidents'>, 'companyId' | 'awareAt' | 'occurredAt'>;

/** Version of the notice that the consents of the imports name. */
export const NOTICE_VERSION = 'v3';

const notice = (fieldTypes: NonNullable<Purpose['notice']>['fieldTypes'], retentionDays: number) =>
  ({ version: NOTICE_VERSION, fieldTypes, retentionDays, endEvent: 'account_closed' }) as const;

/** Purposes of every company of the demo. */
export const COMMON_PURPOSES: readonly Purpose[] = [
  {
    purpose: 'kyc',
    lawfulBasis: 'consent',
    description:
      'To verify who a customer is before an account is opened, and once every two years after that.',
    notice: notice(['name', 'aadhaar', 'pan', 'dob', 'address', 'phone'], 1_825),
  },
  {
    purpose: 'fraud_prevention',
    lawfulBasis: 'consent',
    description:
      'To recognise applications under several names, together with companies that have agreed to it.',
    notice: notice(['name', 'aadhaar', 'pan', 'phone', 'email'], 1_095),
  },
  {
    purpose: 'customer_service',
    lawfulBasis: 'consent',
    description: 'To call customers back and to answer their letters in English, Hindi and Kannada.',
    notice: notice(['name', 'phone', 'email', 'address'], 365),
  },
];

/** Additional purposes of the first company. */
export const OWN_PURPOSES: readonly Purpose[] = [
  {
    purpose: 'legal_duty',
    lawfulBasis: 's7_disclosure_duty',
    description:
      'To answer orders of courts and reports that the Prevention of Money Laundering Act requires.',
    notice: notice(['name', 'pan', 'address', 'bank_account'], 3_650),
  },
  {
    purpose: 'marketing',
    lawfulBasis: 'consent',
    description: 'To tell customers about fixed deposits and gold loans by SMS. Starts in the next quarter.',
    notice: {
      version: 'v1',
      fieldTypes: ['name', 'phone'],
      retentionDays: 180,
      endEvent: 'consent_withdrawn',
    },
  },
];

export const RECIPIENTS: readonly Recipient[] = [
  {
    code: 'crm',
    name: 'Vani Contact Centre Services LLP, Mysuru',
    kind: 'processor',
    purposes: ['kyc', 'fraud_prevention', 'customer_service'],
    fieldTypes: ['name', 'phone'],
    country: 'IN',
    contract:
      'Processing agreement of 1 April 2026, clause 7: deletion within 30 days after the contract ends.',
  },
  {
    code: 'credit-bureau',
    name: 'Bharat Credit Information Bureau Ltd',
    kind: 'fiduciary',
    purposes: ['kyc'],
    fieldTypes: ['name', 'pan', 'dob'],
    country: 'IN',
    contract: 'Membership agreement of 12 June 2025',
  },
  {
    code: 'fiu-ind',
    name: 'Financial Intelligence Unit – India',
    kind: 'authority',
    purposes: ['legal_duty'],
    fieldTypes: ['name', 'pan', 'address', 'bank_account'],
    country: 'IN',
    contract: 'Section 12 of the Prevention of Money Laundering Act, 2002',
  },
  {
    code: 'letter-print',
    name: 'Chitra Secure Print Pvt Ltd, Coimbatore',
    kind: 'processor',
    purposes: ['customer_service'],
    fieldTypes: ['name', 'address'],
    country: 'IN',
  },
];

/** A grievance. Times are in days before now. */
export interface DemoGrievance {
  readonly entry: Grievance;
  readonly receivedDaysAgo: number;
  readonly closed?: { readonly daysAgo: number; readonly resolution: string };
}

export const GRIEVANCES: readonly DemoGrievance[] = [
  {
    receivedDaysAgo: 21,
    entry: {
      category: 'correction',
      subject: 'Old address on statements',
      description:
        'The customer moved from Jayanagar to Whitefield in May. Statements still go to the old house.',
      periodDays: 30,
    },
    closed: {
      daysAgo: 16,
      resolution: 'Address corrected from the new Aadhaar letter; the last two statements were sent again.',
    },
  },
  {
    receivedDaysAgo: 27,
    entry: {
      category: 'consent',
      subject: 'Calls after consent was withdrawn',
      description: 'The customer withdrew consent at the Hubballi branch and was called twice since then.',
      periodDays: 30,
    },
  },
  {
    receivedDaysAgo: 2,
    entry: {
      category: 'access',
      subject: 'Wants to know who received the PAN',
      description: 'Asks for the recipients of the PAN since January, on paper and in Hindi.',
      periodDays: 30,
    },
  },
];

/** A breach. Times are in hours before now. */
export interface DemoIncident {
  readonly entry: Incident;
  readonly awareHoursAgo: number;
  readonly occurredHoursAgo: number;
  readonly reportedHoursAgo?: number;
}

export const INCIDENTS: readonly DemoIncident[] = [
  {
    awareHoursAgo: 40 * 24,
    occurredHoursAgo: 42 * 24,
    reportedHoursAgo: 38 * 24,
    entry: {
      title: 'Statements sent to the wrong household',
      affected: 17,
      headings: {
        description: 'Seventeen paper statements of the Mysuru branch reached a neighbouring address.',
        circumstances: 'A sorting machine put two batches of letters into one bag.',
        mitigation: 'The letters were collected unopened, except for two.',
        findings: 'No intent: the operator skipped the seal check at the change of shift.',
        remedy: 'Each bag is now scanned before it leaves the hall.',
        intimations: 'All seventeen customers were informed by phone and by letter within a day.',
      },
    },
  },
  {
    awareHoursAgo: 20,
    occurredHoursAgo: 31,
    entry: {
      title: 'Field officer’s tablet stolen',
      affected: 46,
      headings: {
        description:
          'A tablet with 46 loan applications was stolen from a car in Pune. Its disk is encrypted.',
        mitigation: 'The device was wiped remotely and its credentials were revoked.',
      },
    },
  },
];

/**
 * Receivers under the top-level domain of RFC 2606, which no name server answers for: deliveries fail and wait, and
 * nothing leaves the machine.
 */
export const WEBHOOKS: readonly Pick<BodyOf<'POST /webhooks'>, 'url' | 'events'>[] = [
  { url: 'https://crm.asha-bank.example/pii-vault', events: ['field_revealed', 'erasure_completed'] },
  { url: 'https://risk.asha-bank.example/hooks/links', events: ['link_detected', 'violation_found'] },
];

export const ERASURE_REASONS: readonly string[] = [
  'The customer closed the account and asked for erasure at the Udupi branch.',
  'Duplicate application, withdrawn in writing before it was decided.',
];
