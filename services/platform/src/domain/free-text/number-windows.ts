/** Neighbouring groups of digits that may be one number. */
export interface NumberWindow {
  /** Offsets in the folded text, of the first digit and after the last. */
  readonly start: number;
  readonly end: number;
  readonly digits: string;
  readonly lengths: readonly number[];
  /** Whether no further digits are joined to it. */
  readonly isWhole: boolean;
  /** A plus precedes it, perhaps in brackets. */
  readonly hasPlus: boolean;
}

/** Groups of digits with at most three separators between two of them. */
const RUN = /\d+(?:[\s\-._/()]{1,3}\d+)*/g;
const MOST_DIGITS = 19;
const PLUS = /\+[ (]{0,2}$/;

/** Every window of up to 19 digits, the longest of each start first. */
export function numberWindows(text: string): NumberWindow[] {
  return [...text.matchAll(RUN)].flatMap((run) => windowsOf(text, run[0], run.index));
}

function windowsOf(text: string, run: string, runStart: number): NumberWindow[] {
  const groups = [...run.matchAll(/\d+/g)].map((group) => ({
    digits: group[0],
    start: runStart + group.index,
    end: runStart + group.index + group[0].length,
  }));
  const windows: NumberWindow[] = [];
  for (let first = 0; first < groups.length; first += 1) {
    const start = groups[first]?.start ?? 0;
    const hasPlus = PLUS.test(text.slice(Math.max(0, start - 3), start));
    const from: NumberWindow[] = [];
    let [digits, lengths]: [string, readonly number[]] = ['', []];
    for (let last = first; last < groups.length; last += 1) {
      const group = groups[last];
      if (group === undefined || digits.length + group.digits.length > MOST_DIGITS) break;
      digits += group.digits;
      lengths = [...lengths, group.digits.length];
      const isWhole = first === 0 && last === groups.length - 1;
      from.push({ start, end: group.end, digits, lengths, isWhole, hasPlus });
    }
    windows.push(...from.reverse());
  }
  return windows;
}
