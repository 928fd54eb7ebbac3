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
