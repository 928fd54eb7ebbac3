/** Hours of the windows whose sums are kept (login_windows). */
const WINDOWS = [24, 168, 720] as const;
export type WindowHours = (typeof WINDOWS)[number];

/** The smallest window with at least this many hours, or the longest. */
export function windowOf(hours: number): WindowHours {
  return WINDOWS.find((one) => one >= hours) ?? 720;
}

/** Attempts that have left window `$1` and are still in its sums. */
export const JUST_LEFT = `login_attempts a JOIN login_windows w ON w.hours = $1::integer
  AND a.created_at > w.cut_at AND a.created_at <= now() - make_interval(hours => $1::integer)`;
