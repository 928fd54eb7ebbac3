/** A histogram of durations by labels, in Prometheus format (text format 0.0.4, "Histograms and summaries"). */
export interface Buckets {
  observe(labels: Readonly<Record<string, string>>, value: number): void;
  text(): string;
}

interface Series {
  readonly labels: string;
  /** Counts per bucket: values up to a bound and above the previous one; the last for those above all bounds. */
  readonly counts: Float64Array;
  sum: number;
}

/** @param bounds ascending. Labels of one histogram must have one order. */
export function buckets(name: string, help: string, bounds: readonly number[]): Buckets {
  const all = new Map<string, Series>();

  function seriesOf(labels: Readonly<Record<string, string>>): Series {
    let key = '';
    for (const label in labels) key += `${labels[label]}\n`;
    const known = all.get(key);
    if (known !== undefined) return known;
    const series: Series = { labels: labelText(labels), counts: new Float64Array(bounds.length + 1), sum: 0 };
    all.set(key, series);
    return series;
  }

  return {
    observe(labels, value) {
      const series = seriesOf(labels);
      let at = 0;
      for (const bound of bounds) {
        if (value <= bound) break;
        at += 1;
      }
      series.counts[at] = (series.counts[at] ?? 0) + 1;
      series.sum += value;
    },
    text() {
      const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`];
      for (const { labels, counts, sum } of all.values()) {
        let total = 0;
        for (const [at, bound] of [...bounds, '+Inf'].entries()) {
          total += counts[at] ?? 0;
          lines.push(`${name}_bucket{${labels === '' ? '' : `${labels},`}le="${bound}"} ${total}`);
        }
        lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${total}`);
      }
      return `${lines.join('\n')}\n`;
    },
  };
}

function labelText(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(
      ([name, value]) =>
        `${name}="${value.replace(/[\\"\n]/g, (one) => (one === '\n' ? '\\n' : `\\${one}`))}"`,
    )
    .join(',');
}
