const DAY_MS = 24 * 3_600_000;

/** The UTC day of a time (epoch ms), as PostgreSQL reads a date. */
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** When the budgets of that day reset. */
export const endOfDay = (day: string): Date => new Date(Date.parse(day) + DAY_MS);

const HOUR_MS = 3_600_000;

/** The UTC hour of a time (epoch ms): 00 to 23. */
export const hourOf = (now: number): string => new Date(now).toISOString().slice(11, 13);

/** When the budgets of that UTC hour reset. */
export const endOfHour = (day: string, hour: string): Date =>
  new Date(Date.parse(day) + (Number(hour) + 1) * HOUR_MS);
