import { probeReasons, threatKinds, threatSourceKinds } from '@pii-vault/contract/security/alarm-kinds';
import type { BlockedIp, LoginAttempt, LoginPeriod } from '@pii-vault/contract/security/security-schema';
import type { LoginPeriod as ProtoPeriod } from '@pii-vault/proto/identity/v1/figures';
import type {
  BlockedAddress,
  Device,
  GetLoginStatisticsResponse,
  LoginAttempt as ProtoAttempt,
  ThreatPattern,
} from '@pii-vault/proto/identity/v1/security';
import type { ProbeAlarm } from '@pii-vault/proto/lineage/v1/probes';
import { type CompanyName, nameOf } from '../companies/company-names.ts';
import { given, oneOrOther, toId, toIso, toOptionalIso } from '../wire/values.ts';

export function toAttempt(attempt: ProtoAttempt): LoginAttempt {
  const { email, ipAddress, riskScore, success, blocked } = attempt;
  return {
    id: toId(attempt.id),
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
    totalAttempts: Number(found.totalAttempts),
    successfulLogins: Number(found.successfulLogins),
    failedAttempts: Number(found.failedAttempts),
    blockedAttempts: Number(found.blockedAttempts),
    uniqueIPs: Number(found.uniqueIps),
    highRiskAttempts: Number(found.highRiskAttempts),
  };
}

export function toPeriod({ from, day, successful, failed, blocked }: ProtoPeriod): LoginPeriod {
  return {
    from: toIso(from),
    ...given({ day }),
    successful: Number(successful),
    failed: Number(failed),
    blocked: Number(blocked),
  };
}

export function toDevice(device: Device) {
  return {
    fingerprint: orNull(device.fingerprint),
    userAgent: device.userAgent,
    ...deviceFacts(device),
    attempts: Number(device.attempts),
    successful: Number(device.successful),
    failed: Number(device.failed),
    blocked: Number(device.blocked),
    accounts: Number(device.accounts),
    uniqueIPs: Number(device.uniqueIps),
    highestRiskScore: device.highestRiskScore,
    firstSeenAt: toIso(device.firstSeenAt),
    lastSeenAt: toIso(device.lastSeenAt),
  };
}

export function toPattern(pattern: ThreatPattern) {
  return {
    kind: oneOrOther(threatKinds, pattern.kind),
    source: { kind: oneOrOther(threatSourceKinds, pattern.sourceKind), value: pattern.source },
    attempts: Number(pattern.attempts),
    failed: Number(pattern.failed),
    blocked: Number(pattern.blocked),
    successful: Number(pattern.successful),
    accounts: Number(pattern.accounts),
    unknownAccounts: Number(pattern.unknownAccounts),
    uniqueIPs: Number(pattern.uniqueIps),
    firstSeenAt: toIso(pattern.firstSeenAt),
    lastSeenAt: toIso(pattern.lastSeenAt),
    evidence: pattern.evidence.map(toAttempt),
  };
}

export function toProbe(alarm: ProbeAlarm, names: ReadonlyMap<number, CompanyName>) {
  const [companyId, otherCompanyId] = [toId(alarm.companyId), toId(alarm.otherCompanyId)];
  return {
    id: toId(alarm.id),
    kind: 'matching_probe' as const,
    companyId,
    companyName: nameOf(names, companyId),
    otherCompanyId,
    otherCompanyName: nameOf(names, otherCompanyId),
    linkAgreementId: toId(alarm.agreementId),
    credential: orNull(alarm.credential),
    reason: oneOrOther(probeReasons, alarm.reason),
    events: Number(alarm.events),
    budget: Number(alarm.budget),
    firstSeenAt: toIso(alarm.firstSeenAt),
    lastSeenAt: toIso(alarm.lastSeenAt),
    liftedAt: toOptionalIso(alarm.liftedAt),
  };
}

export function toBlockedIp(block: BlockedAddress): BlockedIp {
  return {
    id: toId(block.id),
    ipAddress: block.ipAddress,
    reason: block.reason,
    blockedUntil: toOptionalIso(block.blockedUntil),
    createdAt: toIso(block.createdAt),
  };
}

function deviceFacts(device: { platform: string; screenResolution: string; timezone: string }) {
  return {
    platform: orNull(device.platform),
    screenResolution: orNull(device.screenResolution),
    timezone: orNull(device.timezone),
  };
}

const orNull = (text: string): string | null => (text === '' ? null : text);
