import { addDays, dayIn } from '@pii-vault/platform/values/zoned-day';

export interface Day<Row> {
  /** ISO 8601 date. */
  day: string;
  name: 'today' | 'yesterday' | 'date';
  rows: readonly Row[];
}

/** Groups consecutive rows of the same day in the zone. `now` in epoch ms. */
export function byDay<Row extends { timestamp: string }>(
  rows: readonly Row[],
  now: number,
  zone: string,
): readonly Day<Row>[] {
  const today = dayIn(zone, now).day;
  const nameOf = (day: string) =>
    day === today ? 'today' : day === addDays(today, -1) ? 'yesterday' : 'date';
  const days: (Day<Row> & { rows: Row[] })[] = [];
  for (const row of rows) {
    const { day } = dayIn(zone, Date.parse(row.timestamp));
    const last = days.at(-1);
    if (last?.day === day) last.rows.push(row);
    else days.push({ day, name: nameOf(day), rows: [row] });
  }
  return days;
}
