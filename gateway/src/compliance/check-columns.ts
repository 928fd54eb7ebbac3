import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import type { Columns } from '@pii-vault/platform/core/tables/csv-chunks';

/** CSV columns of the list; evidence is JSON, several recommendations in a cell are separated by line breaks. */
export const checkColumns: Columns<ComplianceCheck> = {
  id: (check) => check.id,
  companyId: (check) => check.companyId,
  ruleId: (check) => check.ruleId,
  regulationType: (check) => check.regulationType,
  checkType: (check) => check.checkType,
  title: (check) => check.title,
  reference: (check) => check.reference,
  lawVersion: (check) => check.lawVersion,
  status: (check) => check.status,
  score: (check) => check.score,
  readiness: (check) => check.readiness,
  details: (check) => check.details,
  evidence: (check) => JSON.stringify(check.evidence),
  recommendations: (check) => check.recommendations.join('\n'),
  inForceFrom: (check) => check.inForceFrom,
  lastChecked: (check) => check.lastChecked,
  nextCheck: (check) => check.nextCheck,
};
