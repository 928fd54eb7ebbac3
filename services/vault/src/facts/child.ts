/** Age under which a person is a child (DPDP Act, 2023, s.2(f)). */
const ADULT_AT = 18;

/** @param dob ISO yyyy-mm-dd; who was born on 29 February comes of age on 1 March */
export function isChild(dob: string | undefined, now: Date): boolean {
  if (dob === undefined) return false;
  const [year = 0, month = 1, day = 1] = dob.split('-').map(Number);
  return Date.UTC(year + ADULT_AT, month - 1, day) > now.getTime();
}
