/** Faults by entry, and general ones. */
export class Findings {
  readonly #byIndex = new Map<number, string>();
  readonly #general: string[] = [];

  /** Keeps the first finding of an entry: it is the most specific. */
  entry(index: number, what: string): void {
    if (!this.#byIndex.has(index)) this.#byIndex.set(index, what);
  }

  general(what: string): void {
    this.#general.push(what);
  }

  get isEmpty(): boolean {
    return this.#byIndex.size === 0 && this.#general.length === 0;
  }

  get hasEntries(): boolean {
    return this.#byIndex.size > 0;
  }

  /** All findings as one sentence without its full stop; adjacent entries with the same fault form a range. */
  describe(): string {
    const ranges: { from: number; to: number; what: string }[] = [];
    for (const [index, what] of [...this.#byIndex].sort(([a], [b]) => a - b)) {
      const last = ranges.at(-1);
      if (last !== undefined && last.what === what && last.to === index - 1) last.to = index;
      else ranges.push({ from: index, to: index, what });
    }
    const shown = ranges
      .slice(0, 20)
      .map(({ from, to, what }) =>
        from === to ? `entry ${from} ${what}` : `entries ${from} to ${to} ${plural(what)}`,
      );
    if (ranges.length > 20) shown.push(`and ${ranges.length - 20} more`);
    return [...shown, ...this.#general].join('; ');
  }
}

const PLURALS: Readonly<Record<string, string>> = { is: 'are', was: 'were', has: 'have', begins: 'begin' };

function plural(what: string): string {
  return what.replace(/^\w+/, (verb) => PLURALS[verb] ?? verb);
}
