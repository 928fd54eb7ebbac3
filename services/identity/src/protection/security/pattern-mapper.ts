import type { ThreatPattern as ProtoPattern } from '@pii-vault/proto/identity/v1/security';
import type { ForgedEvents } from './forged-events.ts';
import { attemptToProto } from './listed-attempt.ts';
import type { NoticedAlarm } from './noticed-alarms.ts';
import type { ThreatPattern } from './threat-pattern.ts';

export function patternToProto(pattern: ThreatPattern): ProtoPattern {
  const { kind, sourceKind, source, attempts, successful, blocked, firstSeenAt, lastSeenAt } = pattern;
  return {
    kind,
    source: { kind: sourceKind, value: source },
    attempts,
    failed: attempts - successful - blocked,
    blocked,
    successful,
    accounts: pattern.accounts,
    unknownAccounts: pattern.unknownAccounts,
    uniqueIPs: pattern.uniqueIPs,
    firstSeenAt,
    lastSeenAt,
    evidence: pattern.evidence.map(attemptToProto),
  };
}

/** An alarm without a sign-in. */
export function noticedToProto({
  kind,
  companyId,
  producer,
  times,
  firstAt,
  lastAt,
}: NoticedAlarm): ProtoPattern {
  const ofCompany = { kind: 'company', value: String(companyId) };
  const ofService = { kind: 'service', value: producer === '' ? 'audit' : producer };
  return {
    kind,
    source: companyId === 0 ? ofService : ofCompany,
    attempts: times,
    failed: times,
    blocked: 0,
    successful: 0,
    accounts: 0,
    unknownAccounts: 0,
    uniqueIPs: 0,
    firstSeenAt: firstAt,
    lastSeenAt: lastAt,
    evidence: [],
  };
}

/** All records were refused, and none belongs to a sign-in. */
export function forgedToProto({ topic, records, firstSeenAt, lastSeenAt }: ForgedEvents): ProtoPattern {
  return {
    kind: 'forged_event',
    source: { kind: 'topic', value: topic },
    attempts: records,
    failed: 0,
    blocked: records,
    successful: 0,
    accounts: 0,
    unknownAccounts: 0,
    uniqueIPs: 0,
    firstSeenAt,
    lastSeenAt,
    evidence: [],
  };
}
