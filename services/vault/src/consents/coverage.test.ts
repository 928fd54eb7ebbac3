import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bitOf,
  type ConsentDetails,
  type ConsentEntry,
  type GivenEntry,
  isAbout,
  purposesOf,
  type WithdrawnEntry,
} from './consent.ts';
import {
  acceptedPurposes,
  isConsentLive,
  liveEntries,
  liveEntriesOf,
  livePurposes,
  purposesAcceptedByAll,
  refusalOf,
  shownConsent,
} from './coverage.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n));
const given = (seq: number, details: Partial<ConsentDetails> = {}, typeMask = 0) => ({
  seq,
  recordedAt: day(seq),
  typeMask,
  kind: 'given' as const,
  details: { purpose: 'kyc', date: day(seq), alsoFor: ['support'], ...details },
});
const withdrawn = (seq: number, purpose: string, typeMask = 0): ConsentEntry => ({
  seq,
  recordedAt: day(seq),
  typeMask,
  kind: 'withdrawn',
  purpose,
  at: day(seq),
});
const pan = { type: 'pan' as const, consentSeq: 1 };
const email = { type: 'email' as const, consentSeq: 1 };
const marketing = { purpose: 'marketing', alsoFor: [] };

describe('what consent covers', () => {
  it('covers its own purpose and alsoFor, compared exactly', () => {
    expect(refusalOf([given(1)], pan, 'kyc', day(9))).toBeUndefined();
    expect(refusalOf([given(1)], pan, 'support', day(9))).toBeUndefined();
    for (const purpose of ['KYC', 'kyc ', 'ky', 'marketing', '']) {
      expect(refusalOf([given(1)], pan, purpose, day(9))).toBe('PURPOSE_NOT_COVERED');
    }
    expect(refusalOf([], pan, 'kyc', day(9))).toBe('PURPOSE_NOT_COVERED');
  });

  it('extends to a further purpose, and keeps the first', () => {
    const history = [given(1), given(2, marketing)];
    expect(livePurposes(history, pan, day(9))).toEqual(['kyc', 'support', 'marketing']);
  });

  it('covers the types that an entry names', () => {
    const history = [given(1), given(2, marketing, bitOf('pan'))];
    expect(refusalOf(history, pan, 'marketing', day(9))).toBeUndefined();
    expect(refusalOf(history, email, 'marketing', day(9))).toBe('PURPOSE_NOT_COVERED');
  });

  it('does not follow from an entry before the value, nor for a field without any consent', () => {
    expect(refusalOf([given(1), given(2, marketing)], { ...pan, consentSeq: 2 }, 'kyc', day(9))).toBe(
      'PURPOSE_NOT_COVERED',
    );
    const nominee = { type: 'nominee' as const, consentSeq: 0 };
    expect(refusalOf([given(1)], nominee, 'kyc', day(9))).toBe('PURPOSE_NOT_COVERED');
  });

  it('ends with its expiry and with the retention of the value, exactly at that time', () => {
    const history = [given(1, { expiresAt: day(5) })];
    expect(refusalOf(history, pan, 'kyc', new Date(day(5).getTime() - 1))).toBeUndefined();
    expect(refusalOf(history, pan, 'kyc', day(5))).toBe('CONSENT_EXPIRED');
    expect(refusalOf(history, { ...pan, retentionExpiry: day(3) }, 'kyc', day(3))).toBe('RETENTION_EXPIRED');
  });

  it('expires by the entry with the latest date', () => {
    const shorter = [given(1), given(2, { expiresAt: day(5) })];
    expect(refusalOf(shorter, pan, 'kyc', day(9))).toBe('CONSENT_EXPIRED');
    const old = [given(2), given(3, { date: day(1), expiresAt: day(5) })];
    expect(refusalOf(old, pan, 'kyc', day(9))).toBeUndefined();
    const renewed = [given(1, { expiresAt: day(5) }), given(2)];
    expect(refusalOf(renewed, pan, 'kyc', day(9))).toBeUndefined();
  });

  it('ends with a later withdrawal of that purpose, for the named types only', () => {
    const all = [given(1), withdrawn(2, 'kyc')];
    expect(refusalOf(all, pan, 'kyc', day(9))).toBe('CONSENT_WITHDRAWN');
    expect(refusalOf(all, pan, 'support', day(9))).toBeUndefined();
    const emailOnly = [given(1), withdrawn(2, 'kyc', bitOf('email'))];
    expect(refusalOf(emailOnly, pan, 'kyc', day(9))).toBeUndefined();
    expect(refusalOf(emailOnly, email, 'kyc', day(9))).toBe('CONSENT_WITHDRAWN');
  });

  it('is live while any of its purposes is', () => {
    expect(isConsentLive([given(1), withdrawn(2, 'kyc')], pan, day(9))).toBe(true);
    expect(isConsentLive([given(1), withdrawn(2, 'kyc'), withdrawn(3, 'support')], pan, day(9))).toBe(false);
  });

  it('can be decided for a single entry', () => {
    const first = given(1);
    const isLive = (history: readonly ConsentEntry[], at = day(9)) =>
      liveEntries(history, 'pan', at).has(first);
    expect(isLive([first, withdrawn(2, 'kyc'), given(3)])).toBe(true);
    expect(isLive([first, withdrawn(2, 'kyc'), withdrawn(3, 'support')])).toBe(false);
    expect(liveEntries([given(1, { expiresAt: day(5) })], 'pan', day(5)).size).toBe(0);
    expect(liveEntries([given(1, {}, bitOf('email'))], 'pan', day(2)).size).toBe(0);
  });
});

describe('the displayed consent of a field', () => {
  it('is the newest that is not withdrawn, with every other live purpose', () => {
    const history = [given(1), given(2, marketing), withdrawn(3, 'marketing')];
    expect(shownConsent(history, pan, day(9))).toEqual({
      details: { ...given(1).details, alsoFor: ['support'] },
    });
    expect(shownConsent(history.slice(0, 2), pan, day(9))).toEqual({
      details: { ...given(2, marketing).details, alsoFor: ['kyc', 'support'] },
    });
  });

  it('is the newest one with the time of its withdrawal, when each is withdrawn', () => {
    const history = [given(1), withdrawn(2, 'kyc')];
    expect(shownConsent(history, pan, day(9))).toEqual({ details: given(1).details, withdrawnAt: day(2) });
    expect(shownConsent([], pan, day(9))).toBeUndefined();
  });
});

/** The rule as the law says it: every entry is compared with every withdrawal, and with every consent in between. */
describe('a history of any length', () => {
  const isAfter = ({ isDated, date }: ConsentDetails, { at }: WithdrawnEntry) =>
    isDated === true && date > at;
  const givenOf = (history: readonly ConsentEntry[], purpose: string) =>
    history.filter(
      (one): one is GivenEntry =>
        one.kind === 'given' && isAbout(one, 'pan') && purposesOf(one.details).includes(purpose),
    );
  const endsOf = (
    history: readonly ConsentEntry[],
    entry: Pick<GivenEntry, 'seq' | 'details'>,
    purpose: string,
  ) =>
    history.filter(
      (one): one is WithdrawnEntry =>
        one.kind === 'withdrawn' &&
        one.purpose === purpose &&
        isAbout(one, 'pan') &&
        (one.seq > entry.seq ||
          !(
            isAfter(entry.details, one) ||
            givenOf(history, purpose).some(
              (between) => between.seq > one.seq && between.seq < entry.seq && isAfter(between.details, one),
            )
          )),
    );
  const liveOf = (history: readonly ConsentEntry[], purpose: string) =>
    givenOf(history, purpose).filter((entry) => endsOf(history, entry, purpose).length === 0);

  const purpose = fc.constantFrom('kyc', 'support');
  const typeMask = fc.constantFrom(0, 0, bitOf('pan'), bitOf('email'));
  const date = fc.integer({ min: 0, max: 6 }).map(day);
  const dated = fc.constantFrom({}, { isDated: true as const });
  const details = fc
    .record({ purpose, date, alsoFor: fc.constantFrom([], ['support']) })
    .chain((one) => dated.map((extra) => ({ ...one, ...extra })));
  const entry = fc.oneof(
    fc.record({ kind: fc.constant('given' as const), details, typeMask }),
    fc.record({ kind: fc.constant('withdrawn' as const), purpose, at: date, typeMask }),
  );
  const history = fc
    .array(entry, { maxLength: 12 })
    .map((all) => all.map((one, n): ConsentEntry => ({ ...one, seq: n + 1, recordedAt: day(n) })));

  it('is read in one pass as by the rule', () => {
    fc.assert(
      fc.property(
        history,
        history,
        details,
        fc.integer({ min: 1, max: 5 }),
        (one, other, next, consentSeq) => {
          const field = { type: 'pan' as const, consentSeq };
          for (const asked of ['kyc', 'support']) {
            const live = liveOf(one, asked).filter(({ seq }) => seq >= consentSeq);
            expect(liveEntriesOf(one, field, asked)).toEqual(live);
          }
          const never = { seq: Number.POSITIVE_INFINITY, details: next };
          const accepted = purposesOf(next).filter((asked) => endsOf(one, never, asked).length === 0);
          expect(acceptedPurposes(one, 'pan', next)).toEqual(accepted);
          const both = [one, other];
          const byAll = purposesOf(next).filter((asked) =>
            both
              .flatMap((each) => endsOf(each, never, asked))
              .every((end) => both.some((each) => liveOf(each, asked).some((g) => isAfter(g.details, end)))),
          );
          expect(purposesAcceptedByAll(both, 'pan', next)).toEqual(byAll);
          const { details: shown, withdrawnAt } = shownConsent(one, field, day(9)) ?? {};
          const entries = one.filter(
            (each): each is GivenEntry =>
              each.kind === 'given' && each.seq >= consentSeq && isAbout(each, 'pan'),
          );
          const firstEnd = (each: GivenEntry) => endsOf(one, each, each.details.purpose)[0];
          const newest = entries.findLast((each) => firstEnd(each) === undefined) ?? entries.at(-1);
          expect(shown?.date).toEqual(newest?.details.date);
          expect(withdrawnAt).toEqual(newest && firstEnd(newest)?.at);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('of 6,000 entries is decided at once', () => {
    const long = Array.from({ length: 6_000 }, (_, n) =>
      n % 2 === 0
        ? given(n + 1, { isDated: true, date: day(0), alsoFor: [`p${n}`, `q${n}`] })
        : { ...withdrawn(n + 1, 'kyc'), at: day(1) },
    );
    expect(refusalOf(long, pan, 'kyc', day(2))).toBe('CONSENT_WITHDRAWN');
    expect(livePurposes(long, pan, day(2))).toHaveLength(6_000);
    expect(shownConsent(long, pan, day(2))?.withdrawnAt).toEqual(day(1));
    expect(acceptedPurposes(long, 'pan', given(1).details)).toEqual(['support']);
  }, 10_000);
});
