/** Purposes that companies commonly state, offered where a form asks for one; any other may be typed. */
export const COMMON_PURPOSES: readonly string[] = [
  'kyc',
  'lending',
  'insurance',
  'treatment',
  'billing',
  'service',
  'fraud_prevention',
];

/** Purposes for which companies let their people be linked: both must understand one. */
export const LINK_PURPOSES: readonly string[] = [
  'fraud_prevention',
  'kyc',
  'credit_risk',
  'care_coordination',
  'deduplication',
];
