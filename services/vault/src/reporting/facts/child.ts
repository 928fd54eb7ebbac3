import { latestBirthDay } from '@pii-vault/platform/domain/field-types/dob';

/** Age under which a person is a child (DPDP Act, 2023, s.2(f)). */
const ADULT_AT = 18;

/**
 * Whether the person is, or may be, a child: a partial date counts as its latest day.
 * @param dob canonical; a person born on 29 February comes of age on 1 March
 */
export function isChild(dob: string | undefined, now: Date): boolean {
  if (dob === undefined) return false;
  const [year = 0, month = 1, day = 1] = latestBirthDay(dob).split('-').map(Number);
  return Date.UTC(year + ADULT_AT, month - 1, day) > now.getTime();
}
