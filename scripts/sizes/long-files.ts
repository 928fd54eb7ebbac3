/** Lines that a file may have; the first pattern that its path meets tells. */
const LIMITS: readonly (readonly [pattern: RegExp, lines: number])[] = [
  [/(\.test\.tsx?$|\/test\/|\/testing\/|-contract\.ts$)/, 400],
  [/\/module\.ts$/, 120],
  [/\/values\.yaml$/, 300],
  [/\.(tsx?|proto)$/, 250],
];

/** A file that is longer than it may be, as `path: N lines, M at most`. */
export function longFile(path: string, source: string): string[] {
  const lines = source.trimEnd().split('\n').length;
  const [, limit] = LIMITS.find(([pattern]) => pattern.test(path)) ?? [];
  return limit !== undefined && lines > limit ? [`${path}: ${lines} lines, ${limit} at most`] : [];
}
