import { NAME_INITIALS, SAME_YEAR } from './comparison-levels.ts';
import type { LinkageModel } from './linkage-model.ts';

export type Grade = 'verified' | 'pending' | 'none';

/** Two different valid Aadhaar or PAN. Positions are those of COMPARISONS. */
export const isVetoed = (levels: readonly number[]): boolean => levels[3] === 1 || levels[4] === 1;

/** Aadhaar or PAN agrees: by law they are unique to a person. */
export const sharesPersonalId = (levels: readonly number[]): boolean => levels[3] === 2 || levels[4] === 2;

const NAME_CLOSE = 5;
const NAME_UNLIKE = 2;
const ADDRESS_CLOSE = 5;
const DOB_CLOSE = 4;

/**
 * Whether the agreeing fields suffice without a review. Aadhaar or PAN does, unless the name is different. All else
 * needs an agreeing or missing birth date, and two of birth date, home (address or phone, which a household shares) and
 * another identifier, with one name: twins share all but the name, and their names are similar. Similar names suffice
 * if a bank account or another personal identifier agrees.
 * @param fullNames how many of the two names are written in full
 */
export function mayVerify(levels: readonly number[], fullNames: number): boolean {
  if (isVetoed(levels)) return false;
  const [name = 0, address = 0, dob = 0] = levels;
  if (sharesPersonalId(levels)) return name === 0 || name > NAME_UNLIKE || dob > DOB_CLOSE;
  const [phone = 0, email = 0, account = 0, otherId = 0] = levels.slice(5);
  const hasOwnId = account === 2 || otherId === 2;
  if (!isOneName(name, fullNames, hasOwnId) || (dob !== 0 && dob < SAME_YEAR)) return false;
  const isOneHome = address >= ADDRESS_CLOSE || phone === 2;
  return Number(dob >= DOB_CLOSE) + Number(isOneHome) + Number(hasOwnId || email === 2) >= 2;
}

/**
 * Of two names that agree by initials, one must be written in full: H. Singh and H. Singh may be any two of a family.
 */
function isOneName(name: number, fullNames: number, hasOwnId: boolean): boolean {
  if (name >= NAME_INITIALS) return fullNames > 0;
  return name === NAME_CLOSE && hasOwnId && fullNames === 2;
}

const ALIKE = 4;
/** The lowest level above "different": of each of name, address and birth date. */
const SIMILAR = 2;

/**
 * Whether a reviewer should see the pair: Aadhaar or PAN agrees, or two of name, home, birth date and other identifiers
 * do. One fact alone is a namesake or a neighbour, even if the model rates it as rare. So is a phone, an e-mail address
 * or an account with a different name, which a family, an agent or an office shares: of 714 such pairs among a million
 * synthetic people three were of one person.
 * @param isLearnt the model was learnt from the records of the scope, so it knows their errors: then one agreeing fact
 * and a second one that is similar suffice
 */
export function isWorthAsking(levels: readonly number[], isLearnt = false): boolean {
  if (sharesPersonalId(levels)) return true;
  const [name = 0, address = 0, dob = 0] = levels;
  const shared = levels.slice(5).filter((level) => level === 2).length;
  const alike = Number(name >= ALIKE) + Number(address >= ALIKE) + Number(dob >= SAME_YEAR);
  if (shared + alike >= 2) return true;
  if (shared === 1) return name === 0 || name > NAME_UNLIKE;
  const similar = Number(name >= SIMILAR) + Number(address >= SIMILAR) + Number(dob >= SIMILAR);
  return isLearnt && alike === 1 && similar >= 2;
}

/**
 * Decides the grade. A pair that shares an Aadhaar or PAN goes to review with any score: it is one person, or one of
 * the two has the number of another.
 * @param probability that the two are one person, 0 to 1
 * @param fullNames how many of the two names are written in full
 */
export function gradeOf(
  probability: number,
  levels: readonly number[],
  fullNames: number,
  { thresholds, met }: LinkageModel,
): Grade {
  // Only a learnt model has them.
  if (!isWorthAsking(levels, met !== undefined)) return 'none';
  if (probability >= thresholds.verified && mayVerify(levels, fullNames)) return 'verified';
  return probability >= thresholds.pending || sharesPersonalId(levels) ? 'pending' : 'none';
}
