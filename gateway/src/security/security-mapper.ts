import { probeReasons, threatKinds, threatSourceKinds } from '@pii-vault/contract/security/alarm-kinds';
import {
  blockedIpSchema,
  type LoginAttempt,
  type LoginPeriod,
} from '@pii-vault/contract/security/security-schema';
import type { LoginPeriod as ProtoPeriod } from '@pii-vault/proto/identity/v1/figures';
import type {
  Device,
  GetLoginStatisticsResponse,
  LoginAttempt as ProtoAttempt,
  ThreatPattern,
} from '@pii-vault/proto/identity/v1/security';
import type { ProbeAlarm } from '@pii-vault/proto/lineage/v1/probes';
import { type CompanyName, nameOf } from '../companies/company-names.ts';
import { jsonOf } from '../passed/json-of.ts';
import { given, oneOrOther, orNull, toIso, toOptionalIso } from '../wire/values.ts';

export function toAttempt(attempt: ProtoAttempt): LoginAttempt {
  const { email, ipAddress, riskScore, success, blocked } = attempt;
  return {
    id: attempt.id,
    timestamp: toIso(attempt.attemptedAt),
    email,
    ipAddress,
    riskScore,
    success,
    blocked,
    failureReason: orNull(attempt.failureReason),
    deviceInfo: deviceFacts(attempt),
  };
}

export function toStatistics(found: GetLoginStatisticsResponse) {
  return {
    totalAttempts: found.totalAttempts,
    successfulLogins: found.successfulLogins,
    failedAttempts: found.failedAttempts,
    blockedAttempts: found.blockedAttempts,
    uniqueIPs: found.uniqueIps,
    highRiskAttempts: found.highRiskAttempts,
  };
}

export function toPeriod({ from, day, successful, failed, blocked }: ProtoPeriod): LoginPeriod {
  return {
    from: toIso(from),
    ...given({ day }),
    successful,
    failed,
    blocked,
  };
}

export function toDevice(device: Device) {
  return {
    fingerprint: orNull(device.fingerprint),
    userAgent: device.userAgent,
    ...deviceFacts(device),
    attempts: device.attempts,
    successful: device.successful,
    failed: device.failed,
    blocked: device.blocked,
    accounts: device.accounts,
    uniqueIPs: device.uniqueIps,
    highestRiskScore: device.highestRiskScore,
    firstSeenAt: toIso(device.firstSeenAt),
    lastSeenAt: toIso(device.lastSeenAt),
  };
}

export function toPattern(pattern: ThreatPattern) {
  return {
    kind: oneOrOther(threatKinds, pattern.kind),
    source: { kind: oneOrOther(threatSourceKinds, pattern.sourceKind), value: pattern.source },
    attempts: pattern.attempts,
    failed: pattern.failed,
    blocked: pattern.blocked,
    successful: pattern.successful,
    accounts: pattern.accounts,
    unknownAccounts: pattern.unknownAccounts,
    uniqueIPs: pattern.uniqueIps,
    firstSeenAt: toIso(pattern.firstSeenAt),
    lastSeenAt: toIso(pattern.lastSeenAt),
    evidence: pattern.evidence.map(toAttempt),
  };
}

export function toProbe(alarm: ProbeAlarm, names: ReadonlyMap<number, CompanyName>) {
  const [companyId, otherCompanyId] = [alarm.companyId, alarm.otherCompanyId];
  return {
    id: alarm.id,
    kind: 'matching_probe' as const,
    companyId,
    companyName: nameOf(names, companyId),
    otherCompanyId,
    otherCompanyName: nameOf(names, otherCompanyId),
    linkAgreementId: alarm.agreementId,
    credential: orNull(alarm.credential),
    reason: oneOrOther(probeReasons, alarm.reason),
    events: alarm.events,
    budget: alarm.budget,
    firstSeenAt: toIso(alarm.firstSeenAt),
    lastSeenAt: toIso(alarm.lastSeenAt),
    liftedAt: toOptionalIso(alarm.liftedAt),
  };
}

export const toBlockedIp = jsonOf(blockedIpSchema);

function deviceFacts(device: { platform: string; screenResolution: string; timezone: string }) {
  return {
    platform: orNull(device.platform),
    screenResolution: orNull(device.screenResolution),
    timezone: orNull(device.timezone),
  };
}
