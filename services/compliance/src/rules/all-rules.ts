import { breachReportInTime } from './dpdp-br-03.ts';
import { lawfulBasisNamed } from './dpdp-con-06.ts';
import { retentionPerPurpose } from './dpdp-ret-01.ts';
import { grievancesInTime } from './dpdp-rgt-04.ts';
import { storedEncrypted } from './dpdp-sec-a1.ts';
import { everyRevealLogged } from './dpdp-sec-c1.ts';
import { logIntegrity } from './dpdp-sec-c2.ts';
import { purposesSpecified } from './gdpr-5-1b.ts';
import { storageLimited } from './gdpr-5-1e.ts';
import { recordsOfProcessing } from './gdpr-30.ts';
import { securityOfProcessing } from './gdpr-32.ts';
import { auditControls } from './hipaa-312-b.ts';
import { integrity } from './hipaa-312-c.ts';
import { accountDataUnreadable } from './pci-3-5-1.ts';
import { accessLogged } from './pci-10-2.ts';
import type { Rule } from './rule.ts';
import { RULES_WITHOUT_FACTS } from './without-facts.ts';

/** Every rule, in the order of the page. */
export const RULES: readonly Rule[] = [
  storedEncrypted,
  everyRevealLogged,
  logIntegrity,
  lawfulBasisNamed,
  retentionPerPurpose,
  breachReportInTime,
  grievancesInTime,
  purposesSpecified,
  storageLimited,
  recordsOfProcessing,
  securityOfProcessing,
  auditControls,
  integrity,
  accountDataUnreadable,
  accessLogged,
  ...RULES_WITHOUT_FACTS,
];
