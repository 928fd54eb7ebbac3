import {
  blockedIpSchema,
  loginAttemptSchema,
  loginDeviceSchema,
  matchingProbeSchema,
  threatPatternSchema,
} from '@pii-vault/contract/security/security-schema';
import type { ProbeAlarm } from '@pii-vault/proto/lineage/v1/probes';
import { type CompanyName, nameOf } from '../companies/company-names.ts';
import { jsonOf } from '../passed/json-of.ts';

export const toAttempt = jsonOf(loginAttemptSchema);
export const toDevice = jsonOf(loginDeviceSchema);
export const toBlockedIp = jsonOf(blockedIpSchema);
export const toPattern = jsonOf(threatPatternSchema);
const toProbeJson = jsonOf(matchingProbeSchema);

export function toProbe(alarm: ProbeAlarm, names: ReadonlyMap<number, CompanyName>) {
  return toProbeJson({
    ...alarm,
    companyName: nameOf(names, alarm.companyId),
    otherCompanyName: nameOf(names, alarm.otherCompanyId),
    linkAgreementId: alarm.agreementId,
    credential: alarm.credential || undefined,
  });
}
