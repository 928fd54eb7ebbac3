import { requirePurpose } from '../../consents/consent.ts';
import { invalidField } from '../../errors.ts';

/** A company's limits per day of the company's time zone. */
export interface RevealPolicy {
  /** People whose values a user may see in sessions. */
  readonly peoplePerUser: number;
  /** The same by all API credentials of a user together. */
  readonly peoplePerClient: number;
  /** Of one purpose, in either way. */
  readonly byPurpose: ReadonlyMap<string, number>;
  readonly searchesPerUser: number;
  readonly searchesPerClient: number;
  /** Answers IDENTITY_CONFLICT, which confirm a guess about the holder of an external id. */
  readonly conflicts: number;
  /** People of bulk reveals above which a second person approves; undefined: never. */
  readonly revealsAbove: number | undefined;
  readonly exportsAbove: number | undefined;
  /** How long an approval is valid. */
  readonly approvalHours: number;
}

export const DEFAULT_POLICY: RevealPolicy = {
  peoplePerUser: 500,
  peoplePerClient: 50_000,
  byPurpose: new Map(),
  searchesPerUser: 200,
  searchesPerClient: 5_000,
  conflicts: 200,
  revealsAbove: 1_000,
  exportsAbove: 10_000,
  approvalHours: 24,
};

export const MAX_LIMIT = 1_000_000_000;
const MAX_PURPOSES = 100;
const MAX_HOURS = 168;

/** @throws AppError INVALID_ARGUMENT LIMIT_INVALID, PURPOSE_INVALID, HOURS_INVALID, TOO_MANY_PURPOSES */
export function checkPolicy(policy: RevealPolicy): RevealPolicy {
  const { byPurpose, approvalHours, ...limits } = policy;
  for (const [path, limit] of Object.entries(limits)) if (limit !== undefined) requireLimit(path, limit);
  for (const [purpose, people] of byPurpose) {
    requirePurpose(purpose);
    requireLimit(`byPurpose.${purpose}`, people);
  }
  if (byPurpose.size > MAX_PURPOSES)
    throw invalidField('TOO_MANY_PURPOSES', 'byPurpose', `has at most ${MAX_PURPOSES} purposes`);
  if (!Number.isInteger(approvalHours) || approvalHours < 1 || approvalHours > MAX_HOURS)
    throw invalidField('HOURS_INVALID', 'approvalHours', `must be 1 to ${MAX_HOURS}`);
  return policy;
}

function requireLimit(path: string, limit: number): void {
  if (Number.isInteger(limit) && limit >= 0 && limit <= MAX_LIMIT) return;
  throw invalidField('LIMIT_INVALID', path, `must be 0 to ${MAX_LIMIT}`);
}
