import type { Warning } from '@pii-vault/contract/consents/consents-schema';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Clients } from '../clients.ts';
import type { GivenConsent } from './consents-mapper.ts';

/** Publication of each notice version of the purposes that the register has, oldest first. */
export type Register = ReadonlyMap<
  string,
  readonly { readonly version: string; readonly publishedAt: Date }[]
>;

/** Warnings about a consent, for the answer of a call that accepts it. Never rejects. */
export type ConsentWarnings = (
  companyId: number,
  consent: GivenConsent,
) => Promise<{ readonly warnings?: Warning[] }>;

const keepMs = 5_000;
const maxKept = 10_000;
/** A slow register must not delay the answer by more. */
const deadlineMs = 2_000;
/** No earlier consent can rest on a notice that a computer knows: a typing error or a default such as year 1. */
const earliest = Date.UTC(1970);

type Notices = Register extends ReadonlyMap<string, infer N> ? N : never;

/** Compares consents with the company's register, which is read as the gateway and cached for 5 s per purpose. */
export function consentWarnings(
  { purposes }: { readonly purposes: Pick<Clients['purposes'], 'getNotices'> },
  self: (options: { readonly deadlineMs: number }) => Ctx,
  now: () => number = Date.now,
): ConsentWarnings {
  /** By company and purpose; null: not in the register. */
  const kept = new Map<string, { readonly notices: Notices | null; readonly until: number }>();
  let awayUntil = 0;

  async function registerOf(companyId: number, named: readonly string[]): Promise<Register | undefined> {
    const keyOf = (purpose: string) => `${companyId} ${purpose}`;
    const missing = named.filter((purpose) => (kept.get(keyOf(purpose))?.until ?? 0) <= now());
    if (missing.length > 0) {
      if (awayUntil > now()) return undefined;
      try {
        const asked = { companyId, purposes: missing };
        const answer = await purposes.getNotices(self({ deadlineMs }), asked);
        if (kept.size > maxKept) kept.clear();
        for (const purpose of missing)
          kept.set(keyOf(purpose), { notices: noticesOf(answer, purpose), until: now() + keepMs });
      } catch {
        awayUntil = now() + keepMs;
        return undefined;
      }
    }
    return new Map(
      named.flatMap((purpose) => {
        const notices = kept.get(keyOf(purpose))?.notices ?? null;
        return notices === null ? [] : [[purpose, notices] as const];
      }),
    );
  }

  return async (companyId, consent) => {
    const named = [...new Set([consent.purpose, ...(consent.alsoFor ?? [])])];
    const warnings = warningsOf(consent, await registerOf(companyId, named));
    return warnings.length === 0 ? {} : { warnings };
  };
}

function noticesOf(
  answer: Awaited<ReturnType<Clients['purposes']['getNotices']>>,
  purpose: string,
): Notices | null {
  const found = answer.purposes.find((one) => one.purpose === purpose);
  if (found === undefined) return null;
  return found.notices.map(({ version, publishedAt }) => ({
    version,
    publishedAt: publishedAt ?? new Date(0),
  }));
}

type Warn = (
  reason: Warning['reason'],
  path: string,
  message: string,
  about?: Pick<Warning, 'purpose'>,
) => void;

/** @param register undefined when it could not be read */
export function warningsOf(consent: GivenConsent, register: Register | undefined): Warning[] {
  const { date } = consent;
  const warnings: Warning[] = [];
  const warn: Warn = (reason, path, message, about = {}) =>
    warnings.push({ reason, path: `consentDetails.${path}`, ...about, message });
  if (date !== undefined && Date.parse(date) < earliest)
    warn('CONSENT_DATE_IMPLAUSIBLE', 'date', 'The date of the consent is before 1970');
  if (register === undefined) {
    warn(
      'REGISTER_UNAVAILABLE',
      'purpose',
      'The register of purposes could not be read; nothing was compared',
    );
    return warnings;
  }
  const places = [
    { purpose: consent.purpose, path: 'purpose' },
    ...(consent.alsoFor ?? []).map((purpose, n) => ({ purpose, path: `alsoFor.${n}` })),
  ];
  for (const { purpose, path } of places) {
    const notices = register.get(purpose);
    if (notices === undefined) warn('PURPOSE_UNKNOWN', path, `The register has no purpose ${purpose}`);
    else compareNotice(consent, { purpose, notices }, warn);
  }
  return warnings;
}

function compareNotice(
  { date, noticeVersion }: GivenConsent,
  { purpose, notices }: { readonly purpose: string; readonly notices: Notices },
  warn: Warn,
): void {
  const notice = notices.find(({ version }) => noticeVersion === undefined || version === noticeVersion);
  if (notice === undefined) {
    if (noticeVersion !== undefined)
      warn('NOTICE_UNKNOWN', 'noticeVersion', `The purpose ${purpose} has no notice ${noticeVersion}`, {
        purpose,
      });
    return;
  }
  if (date !== undefined && Date.parse(date) < notice.publishedAt.getTime())
    warn(
      'CONSENT_BEFORE_NOTICE',
      'date',
      `Notice ${notice.version} of ${purpose} was published later, at ${notice.publishedAt.toISOString()}`,
      { purpose },
    );
}
