export type DayName = { kind: 'today' } | { kind: 'yesterday' } | { kind: 'date'; at: Date };

export interface Day<Row> {
  /** 'YYYY-MM-DD' of the reader's own time zone. */
  key: string;
  name: DayName;
  rows: readonly Row[];
}

const startOf = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate());
const keyOf = (at: Date) =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

function nameOf(day: Date, now: Date): DayName {
  const today = startOf(now);
  // By calendar, not by 24 hours: days of a clock change are 23 or 25 long.
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (keyOf(day) === keyOf(today)) return { kind: 'today' };
  return keyOf(day) === keyOf(yesterday) ? { kind: 'yesterday' } : { kind: 'date', at: day };
}

/** Rows in their order, cut where the local day changes. */
export function byDay<Row extends { timestamp: string }>(
  rows: readonly Row[],
  now: Date,
): readonly Day<Row>[] {
  const days: (Day<Row> & { rows: Row[] })[] = [];
  for (const row of rows) {
    const at = startOf(new Date(row.timestamp));
    const last = days.at(-1);
    if (last?.key === keyOf(at)) last.rows.push(row);
    else days.push({ key: keyOf(at), name: nameOf(at, now), rows: [row] });
  }
  return days;
}
