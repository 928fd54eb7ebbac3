import { type ErrorDetail, invalidArgument } from '@pii-vault/platform/core/errors/app-error';
import { isReadableName } from '@pii-vault/platform/domain/readable-name';
import { DEFAULT_TIME_ZONE, isTimeZone } from '@pii-vault/platform/values/zoned-day';
import { z } from 'zod';

const TIERS = ['primary', 'secondary', 'healthcare', 'finance'] as const;
export type Tier = (typeof TIERS)[number];

const REGULATORS: readonly string[] = ['rbi', 'sebi', 'irdai'];

const COMPANY_STATUSES = ['active', 'inactive', 'suspended'] as const;
export type CompanyStatus = (typeof COMPANY_STATUSES)[number];

export interface Company {
  readonly id: number;
  readonly name: string;
  readonly code: string;
  readonly tier: string;
  readonly status: string;
  readonly brandingConfig: object;
  readonly complianceRequirements: object;
  /** IANA name. */
  readonly timeZone: string;
  readonly profile: CompanyProfile;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly rowVersion: number;
  /** Of the last request to end a suspension, open or closed. */
  readonly reactivationRequestedAt: Date | null;
  /** Null without an open request. */
  readonly reactivationRequestedBy: number | null;
  readonly reactivationReason: string | null;
}

/** Who answers for the company's personal data: contacts that it publishes. Empty texts are not known yet. */
export interface CompanyProfile {
  readonly grievanceOfficer: CompanyContact;
  readonly dataProtectionOfficer: CompanyContact;
  readonly address: string;
  /** Notified as a significant data fiduciary (DPDP Act, section 10). */
  readonly isSignificant: boolean;
  /** Labels of purposes and retention; no rule is checked for them. */
  readonly regulators: readonly string[];
}

export interface CompanyContact {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

export interface NewCompany {
  readonly name: string;
  readonly code: string;
  readonly tier: Tier;
  readonly status: CompanyStatus;
  readonly timeZone: string;
}

/** Undefined members stay unchanged. */
export interface CompanyChange {
  readonly name?: string;
  readonly code?: string;
  readonly tier?: string;
  readonly brandingConfig?: string;
  readonly complianceRequirements?: string;
  readonly timeZone?: string;
  /** Replaces the whole profile. */
  readonly profile?: CompanyProfile;
}

const ZONE_UNKNOWN: ErrorDetail = {
  path: 'timeZone',
  message: 'Time zone is not known; use an IANA name such as Asia/Kolkata',
};

const MAX_CODE_LENGTH = 10;
const MAX_NAME_LENGTH = 200;
const MAX_ADDRESS_LENGTH = 500;
const MAX_JSON_LENGTH = 16 * 1024;

/**
 * Validates a new company by the rules of its form; an empty tier is secondary, an empty status active, an absent zone
 * Asia/Kolkata.
 * @throws AppError INVALID_ARGUMENT INVALID_COMPANY with one detail per field
 */
export function checkNewCompany(input: {
  name: string;
  code: string;
  tier: string;
  status: string;
  timeZone?: string;
}): NewCompany {
  const tier = TIERS.find((known) => known === (input.tier || 'secondary'));
  const status = COMPANY_STATUSES.find((known) => known === (input.status || 'active'));
  const { timeZone = DEFAULT_TIME_ZONE } = input;
  const problems = [
    ...nameProblems(input.name),
    ...codeProblems(input.code),
    ...(tier === undefined ? [{ path: 'tier', message: 'Company tier is not known' }] : []),
    ...(status === undefined ? [{ path: 'status', message: 'Company status is not known' }] : []),
    ...zoneProblems(timeZone),
  ];
  if (problems.length > 0 || tier === undefined || status === undefined) throw invalidCompany(problems);
  return { name: tidy(input.name), code: tidy(input.code), tier, status, timeZone };
}

/**
 * Validates a change and returns it normalised.
 * @throws AppError INVALID_ARGUMENT INVALID_COMPANY with one detail per field
 */
export function checkCompanyChange(change: CompanyChange): CompanyChange {
  const problems = [
    ...(change.name === undefined ? [] : nameProblems(change.name)),
    ...(change.code === undefined ? [] : codeProblems(change.code)),
    ...(change.tier === undefined || TIERS.some((known) => known === change.tier)
      ? []
      : [{ path: 'tier', message: 'Company tier is not known' }]),
    ...jsonProblems('brandingConfig', change.brandingConfig),
    ...jsonProblems('complianceRequirements', change.complianceRequirements),
    ...(change.timeZone === undefined ? [] : zoneProblems(change.timeZone)),
    ...(change.profile === undefined ? [] : profileProblems(change.profile)),
  ];
  if (problems.length > 0) throw invalidCompany(problems);
  return {
    ...change,
    name: change.name && tidy(change.name),
    code: change.code && tidy(change.code),
    profile: change.profile && tidyProfile(change.profile),
  };
}

/** @throws AppError INVALID_ARGUMENT INVALID_COMPANY */
export function checkStatus(status: string): CompanyStatus {
  const known = COMPANY_STATUSES.find((candidate) => candidate === status);
  if (known === undefined) throw invalidCompany([{ path: 'status', message: 'Company status is not known' }]);
  return known;
}

function tidy(text: string): string {
  return text.normalize('NFC').trim();
}

function nameProblems(name: string): ErrorDetail[] {
  if (name.trim() === '') return [{ path: 'name', message: 'Company name is required' }];
  return isPlain(name, MAX_NAME_LENGTH) ? [] : [{ path: 'name', message: 'Company name is not valid' }];
}

function codeProblems(code: string): ErrorDetail[] {
  if (code.trim() === '') return [{ path: 'code', message: 'Company code is required' }];
  if (tidy(code).length > MAX_CODE_LENGTH)
    return [{ path: 'code', message: `Company code has at most ${MAX_CODE_LENGTH} characters` }];
  return isPlain(code, MAX_CODE_LENGTH) ? [] : [{ path: 'code', message: 'Company code is not valid' }];
}

function zoneProblems(timeZone: string): ErrorDetail[] {
  return isTimeZone(timeZone) ? [] : [ZONE_UNKNOWN];
}

function profileProblems(profile: CompanyProfile): ErrorDetail[] {
  const { grievanceOfficer, dataProtectionOfficer, address, regulators } = profile;
  const isAddress =
    tidy(address).length <= MAX_ADDRESS_LENGTH &&
    address.split('\n').every((line) => line.trim() === '' || isReadableName(tidy(line)));
  return [
    ...contactProblems('profile.grievanceOfficer', grievanceOfficer),
    ...contactProblems('profile.dataProtectionOfficer', dataProtectionOfficer),
    ...(isAddress ? [] : [{ path: 'profile.address', message: 'Address is not valid' }]),
    ...(regulators.every((one) => REGULATORS.includes(one)) && new Set(regulators).size === regulators.length
      ? []
      : [{ path: 'profile.regulators', message: 'Regulator is not known, or named twice' }]),
  ];
}

function contactProblems(path: string, { name, email, phone }: CompanyContact): ErrorDetail[] {
  const isName = name.trim() === '' || isPlain(name, MAX_NAME_LENGTH);
  const isEmail = email.trim() === '' || emailSchema.safeParse(tidy(email)).success;
  const isPhone = phone.trim() === '' || PHONE.test(tidy(phone));
  return [
    ...(isName ? [] : [{ path: `${path}.name`, message: 'Name is not valid' }]),
    ...(isEmail ? [] : [{ path: `${path}.email`, message: 'Invalid email address' }]),
    ...(isPhone ? [] : [{ path: `${path}.phone`, message: 'Phone number is not valid' }]),
  ];
}

const emailSchema = z.email().max(254);
const PHONE = /^[+\d][\d ()-]{5,19}$/;

const tidyContact = ({ name, email, phone }: CompanyContact): CompanyContact => ({
  name: tidy(name),
  email: tidy(email),
  phone: tidy(phone),
});

const tidyProfile = (profile: CompanyProfile): CompanyProfile => ({
  grievanceOfficer: tidyContact(profile.grievanceOfficer),
  dataProtectionOfficer: tidyContact(profile.dataProtectionOfficer),
  address: tidy(profile.address),
  isSignificant: profile.isSignificant,
  regulators: profile.regulators,
});

function isPlain(text: string, maxLength: number): boolean {
  const tidied = tidy(text);
  return tidied.length <= maxLength && isReadableName(tidied);
}

function jsonProblems(path: string, json: string | undefined): ErrorDetail[] {
  if (json === undefined || (json.length <= MAX_JSON_LENGTH && isStorableObject(json))) return [];
  return [{ path, message: 'Must be a JSON object of at most 16 KiB' }];
}

function isStorableObject(json: string): boolean {
  // jsonb can contain neither U+0000 nor a lone surrogate.
  if (!json.isWellFormed() || /\\u(0000|d[89a-f])/i.test(json)) return false;
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

export const unknownZone = () => invalidCompany([ZONE_UNKNOWN]);

const invalidCompany = (details: readonly ErrorDetail[]) =>
  invalidArgument('INVALID_COMPANY', details[0]?.message ?? 'The company is not valid', { details });
