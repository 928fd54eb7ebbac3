import { breachReportInTime } from './dpdp-br-03.ts';
import { childrenProtected } from './dpdp-chd-01.ts';
import { proofOfConsent } from './dpdp-con-01.ts';
import { purposeLimitation } from './dpdp-con-02.ts';
import { stopAfterWithdrawal } from './dpdp-con-05.ts';
import { lawfulBasisNamed } from './dpdp-con-06.ts';
import { retentionPerPurpose } from './dpdp-ret-01.ts';
import { erasedWhenDue } from './dpdp-ret-02.ts';
import { oneYearFloor } from './dpdp-ret-03.ts';
import { reallyErased } from './dpdp-ret-04.ts';
import { accessAnswerComplete } from './dpdp-rgt-02.ts';
import { grievancesInTime } from './dpdp-rgt-04.ts';
import { storedEncrypted } from './dpdp-sec-a1.ts';
import { keyCustody } from './dpdp-sec-a2.ts';
import { accessControlled } from './dpdp-sec-b1.ts';
import { leastPrivilege } from './dpdp-sec-b2.ts';
import { everyRevealLogged } from './dpdp-sec-c1.ts';
import { logIntegrity } from './dpdp-sec-c2.ts';
import { logsKept } from './dpdp-sec-e1.ts';
import { linksAuthorised } from './dpdp-xfr-01.ts';
import { GDPR_RULES } from './gdpr.ts';
import { HIPAA_RULES } from './hipaa.ts';
import { PCI_DSS_RULES } from './pci-dss.ts';
import type { Rule } from './rule.ts';

/** Every rule, in the order of the page. */
export const RULES: readonly Rule[] = [
  storedEncrypted,
  keyCustody,
  accessControlled,
  leastPrivilege,
  everyRevealLogged,
  logIntegrity,
  logsKept,
  proofOfConsent,
  purposeLimitation,
  stopAfterWithdrawal,
  lawfulBasisNamed,
  breachReportInTime,
  retentionPerPurpose,
  erasedWhenDue,
  oneYearFloor,
  reallyErased,
  accessAnswerComplete,
  grievancesInTime,
  childrenProtected,
  linksAuthorised,
  ...GDPR_RULES,
  ...HIPAA_RULES,
  ...PCI_DSS_RULES,
];
