import { type ErrorDetail, invalidArgument } from '@pii-vault/platform/core/errors/app-error';
import { foldedPurpose, isPurpose, PURPOSE_FORM } from '@pii-vault/platform/domain/purpose';
import type { ConsentDetails as ConsentDetailsMessage } from '@pii-vault/proto/vault/v1/consents';
import type { ConsentDetails } from './consent.ts';

const NOTICE_VERSION = /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/;
const CHANNEL = /^[a-z0-9_]{1,50}$/;
/** BCP 47 tags in use: en, hi, ta-IN. */
const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;
const SHA256 = /^[0-9a-f]{64}$/;
const MAX_ALSO_FOR = 20;
/** How far the clock of a partner system may be ahead of this one. */
const MAX_AHEAD_MS = 60_000;

/**
 * consentDetails of a request, checked against the closed schema; date defaults to `now`. A date up to a minute ahead
 * counts as `now`.
 * @throws AppError INVALID_ARGUMENT CONSENT_INVALID with one detail per problem
 */
export function consentFromProto(message: ConsentDetailsMessage | undefined, now: Date): ConsentDetails {
  if (message === undefined) throw invalid([{ path: 'consentDetails', message: 'is required' }]);
  if (message.proofSha256 !== undefined)
    throw invalid([
      { path: 'consentDetails.proofSha256', message: 'is recorded for people who are stored already' },
    ]);
  return checkedConsent(message, now);
}

/**
 * The same of a consent that is recorded for stored people: one purpose, with the date on which it was given, and the
 * hash of its proof.
 */
export function givenFromProto(message: ConsentDetailsMessage | undefined, now: Date): ConsentDetails {
  if (message === undefined) throw invalid([{ path: 'consentDetails', message: 'is required' }]);
  const { proofSha256, alsoFor, date } = message;
  const problems: ErrorDetail[] = [];
  if (date === undefined) problems.push({ path: 'consentDetails.date', message: 'is required' });
  if (alsoFor.length > 0) problems.push({ path: 'consentDetails.alsoFor', message: 'names no purpose here' });
  if (proofSha256 !== undefined && !SHA256.test(proofSha256))
    problems.push({ path: 'consentDetails.proofSha256', message: 'must be 64 digits 0-9 and a-f' });
  if (problems.length > 0) throw invalid(problems);
  return { ...checkedConsent(message, now), ...(proofSha256 === undefined ? {} : { proofSha256 }) };
}

function checkedConsent(message: ConsentDetailsMessage, now: Date): ConsentDetails {
  const details = problemsOf(message, now);
  if (details.length > 0) throw invalid(details);
  if (message.date === undefined) return acceptedConsent(message, now);
  // The sender's clock is ahead, and its consent was given by now.
  const date = message.date > now ? now : message.date;
  return { ...acceptedConsent({ ...message, date }, now), isDated: true };
}

/**
 * Converts consentDetails that were checked when they were accepted at `date`. Their date does not count as stated: an
 * import has one date for a whole file, so it never ends a withdrawal.
 */
export function acceptedConsent(message: ConsentDetailsMessage, date: Date): ConsentDetails {
  const purpose = foldedPurpose(message.purpose);
  return {
    purpose,
    date: message.date ?? date,
    alsoFor: [...new Set(message.alsoFor.map(foldedPurpose))].filter((one) => one !== purpose),
    ...(message.noticeVersion === undefined ? {} : { noticeVersion: message.noticeVersion }),
    ...(message.language === undefined ? {} : { language: message.language }),
    ...(message.channel === undefined ? {} : { channel: message.channel }),
    ...(message.expiresAt === undefined ? {} : { expiresAt: message.expiresAt }),
  };
}

function problemsOf(message: ConsentDetailsMessage, now: Date): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const check = (isRight: boolean, path: string, text: string) => {
    if (!isRight) problems.push({ path: `consentDetails.${path}`, message: text });
  };
  check(isPurpose(message.purpose), 'purpose', PURPOSE_FORM);
  check(message.alsoFor.length <= MAX_ALSO_FOR, 'alsoFor', `may name ${MAX_ALSO_FOR} purposes`);
  check(
    message.alsoFor.every((purpose) => isPurpose(purpose)),
    'alsoFor',
    PURPOSE_FORM,
  );
  check(message.withdrawnAt === undefined, 'withdrawnAt', 'is set by the withdraw call only');
  check(
    message.date === undefined || message.date.getTime() <= now.getTime() + MAX_AHEAD_MS,
    'date',
    `must not lie in the future: the clock here shows ${now.toISOString()}`,
  );
  check(message.expiresAt === undefined || message.expiresAt > now, 'expiresAt', 'must lie in the future');
  check(NOTICE_VERSION.test(message.noticeVersion ?? '1'), 'noticeVersion', 'must be a short version label');
  check(LANGUAGE.test(message.language ?? 'en'), 'language', 'must be a language tag such as hi or ta-IN');
  check(CHANNEL.test(message.channel ?? 'web'), 'channel', 'must be 1 to 50 of a-z, 0-9 and _');
  return problems;
}

/** consentDetails in the format of answers. */
export function consentToProto(details: ConsentDetails, withdrawnAt?: Date): ConsentDetailsMessage {
  return {
    purpose: details.purpose,
    date: details.date,
    noticeVersion: details.noticeVersion,
    language: details.language,
    channel: details.channel,
    alsoFor: details.alsoFor,
    expiresAt: details.expiresAt,
    withdrawnAt,
    proofSha256: details.proofSha256,
  };
}

const invalid = (details: readonly ErrorDetail[]) =>
  invalidArgument('CONSENT_INVALID', 'The consent details are not valid', { details });
