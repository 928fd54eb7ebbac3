/** The company that is selected when nothing else says so. */
const DEFAULT_COMPANY = 1;

/**
 * The selected company: what the URL asks for, else the stored choice, else company 1, else the user's first;
 * each only if the user has it. null when the user has none.
 */
export function chooseCompany(
  ids: readonly number[],
  asked: string | null,
  stored: string | null,
): number | null {
  for (const wish of [asked, stored, String(DEFAULT_COMPANY)]) {
    const id = Number(wish);
    if (wish !== null && ids.includes(id)) return id;
  }
  return ids[0] ?? null;
}
