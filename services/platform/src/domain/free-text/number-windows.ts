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
/** Digits of the shortest phone number and of the longest card number. */
const [FEWEST_DIGITS, MOST_DIGITS] = [7, 19];
const PLUS = /\+[ (]{0,2}$/;

interface Group {
  readonly digits: string;
  readonly start: number;
  readonly end: number;
}

/** Every window of 7 to 19 digits that has the form of a number, the longest of each start first. */
export function numberWindows(text: string): NumberWindow[] {
  return [...text.matchAll(RUN)].flatMap((run) => windowsOf(text, run[0], run.index));
}

function windowsOf(text: string, run: string, runStart: number): NumberWindow[] {
  const groups: Group[] = [...run.matchAll(/\d+/g)].map((group) => ({
    digits: group[0],
    start: runStart + group.index,
    end: runStart + group.index + group[0].length,
  }));
  const windows: NumberWindow[] = [];
  for (let first = 0; first < groups.length; first += 1) windows.push(...windowsFrom(text, groups, first));
  return windows;
}

/**
 * A part of a run in which a group between two others has one digit is a list, a date or an amount, and no number. Only
 * a whole run may be grouped in any way.
 */
function windowsFrom(text: string, groups: readonly Group[], first: number): NumberWindow[] {
  const start = groups[first]?.start ?? 0;
  const hasPlus = PLUS.test(text.slice(Math.max(0, start - 3), start));
  const windows: NumberWindow[] = [];
  let [digits, isList]: [string, boolean] = ['', false];
  const lengths: number[] = [];
  for (let last = first; last < groups.length; last += 1) {
    const group = groups[last];
    if (group === undefined || digits.length + group.digits.length > MOST_DIGITS) break;
    digits += group.digits;
    lengths.push(group.digits.length);
    const isWhole = first === 0 && last === groups.length - 1;
    if (digits.length >= FEWEST_DIGITS && (isWhole || !isList))
      windows.push({ start, end: group.end, digits, lengths: [...lengths], isWhole, hasPlus });
    isList ||= last > first && group.digits.length < 2;
    if (isList && first > 0) break;
  }
  return windows.reverse();
}
