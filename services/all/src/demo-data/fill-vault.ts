import type { Client } from '@pii-vault/contract/client';
import type { Generated } from './generate.ts';
import { toCsv } from './generate.ts';
import { NOTICE_VERSION } from './register-entries.ts';
import { generatedPassword } from './sign-in.ts';

export const DEMO_COMPANIES = [
  { name: 'Asha Bank', code: 'ASHA', tier: 'primary' },
  { name: 'Bodhi Health', code: 'BODHI', tier: 'healthcare' },
  { name: 'Kaveri Telecom', code: 'KAVERI', tier: 'secondary' },
] as const;

/** Seed of the demo's people, so that every run makes the same. */
export const DEMO_SEED = 2_027;

/** Purpose of the demo's data and links. */
const PURPOSE = 'kyc';
const LINK_PURPOSE = 'fraud_prevention';
/** Purposes that the demo's people consent to. */
export const PURPOSES = [PURPOSE, LINK_PURPOSE, 'customer_service'] as const;

export interface DemoCompany {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly isHealthcare: boolean;
}

/**
 * Creates the companies and an agreement for each pair. Links are disclosed at once, because an evaluation should not
 * wait for a batch.
 */
export async function makeCompanies(client: Client): Promise<DemoCompany[]> {
  const companies: DemoCompany[] = [];
  for (const { name, code, tier } of DEMO_COMPANIES) {
    const { id } = await client.call('POST /companies', { body: { name, code, tier, status: 'active' } });
    companies.push({ id, code, name, isHealthcare: tier === 'healthcare' });
  }
  for (const [index, one] of companies.entries())
    for (const other of companies.slice(index + 1))
      await client.call('POST /link-agreements', {
        body: {
          companyId: one.id,
          otherCompanyId: other.id,
          purpose: LINK_PURPOSE,
          includeAadhaar: true,
          disclosureDelay: 0,
          includesHealthData: one.isHealthcare || other.isHealthcare,
        },
      });
  return companies;
}

export interface Login {
  readonly email: string;
  readonly password: string;
  readonly role: string;
}

/** Creates a user per role in the first company. */
export async function makeUsers(client: Client, company: DemoCompany): Promise<Login[]> {
  const people = [
    { firstName: 'Ravi', lastName: 'Nair', role: 'admin' },
    { firstName: 'Meera', lastName: 'Iyer', role: 'pii_view' },
    { firstName: 'Kabir', lastName: 'Das', role: 'analytics' },
  ];
  const logins: Login[] = [];
  for (const { firstName, lastName, role } of people) {
    const login = { email: `${firstName.toLowerCase()}@example.com`, password: generatedPassword(), role };
    await client.call('POST /users', {
      body: {
        ...login,
        firstName,
        lastName,
        companyId: company.id,
        generatePassword: false,
        sendEmail: false,
      },
    });
    logins.push(login);
  }
  return logins;
}

export interface Progress {
  readonly company: string;
  readonly processed: number;
  readonly perSecond: number;
  readonly isDone: boolean;
}

/** Imports each company's rows as a CSV and waits for the end of all imports. */
export async function importPeople(
  client: Client,
  companies: readonly DemoCompany[],
  generated: Generated,
  report: (progress: Progress) => void,
): Promise<void> {
  for (const { id, code, name } of companies) {
    const rows = generated.files.find((file) => file.companyCode === code)?.rows ?? [];
    const accepted = await client.call('POST /imports', {
      query: {
        companyId: id,
        purpose: PURPOSE,
        alsoFor: PURPOSES.slice(1),
        noticeVersion: NOTICE_VERSION,
        language: 'en',
        channel: 'branch',
        fileName: `${code.toLowerCase()}-customers.csv`,
      },
      contentType: 'text/csv',
      body: toCsv(rows),
    });
    await waitForImport(client, accepted.id, name, report);
  }
}

const POLL_MS = 300;

async function waitForImport(
  client: Client,
  id: number,
  company: string,
  report: (progress: Progress) => void,
): Promise<void> {
  for (;;) {
    const state = await client.call('GET /imports/{id}', { params: { id } });
    const isDone = !['queued', 'running', 'paused'].includes(state.status);
    report({ company, processed: state.processed, perSecond: state.perSecond, isDone });
    if (isDone && state.status !== 'done') throw new Error(`The import of ${company} is ${state.status}`);
    if (isDone) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
