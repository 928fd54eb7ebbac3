/** other: a kind that a newer service reports than the gateway knows, during an upgrade. */
export const threatKinds = [
  'credential_stuffing',
  'password_spraying',
  'password_guessing',
  'reveal_budget',
  'reveal_policy',
  'forged_event',
  'integrity_error',
  'audit_verify',
  'intake_stopped',
  'other',
] as const;
export const threatSourceKinds = [
  'address',
  'device',
  'account',
  'user',
  'api_client',
  'topic',
  'company',
  'service',
  'other',
] as const;

/**
 * erasure: erased people and deleted values. conflict: records refused because the person is not the holder of their
 * external id. answer, import_answer: answers in an hour that show whether a stored value is equal to the sent one.
 */
export const budgetKinds = [
  'reveal',
  'bulk',
  'search',
  'export',
  'conflict',
  'answer',
  'import_answer',
  'erasure',
  'consent',
  'other',
] as const;

/**
 * The first three stop a credential; the others only alert an administrator. waiting: people that the other company
 * created later match records of the credential.
 */
export const probeReasons = [
  'links',
  'corrections',
  'erasures',
  'imports',
  'bulk',
  'waiting',
  'other',
] as const;
