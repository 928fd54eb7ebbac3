/** Maximum lines of a file; the first pattern that matches its path applies. */
const LIMITS: readonly (readonly [pattern: RegExp, lines: number])[] = [
  [/\/values\.yaml$/, 300],
  [/\.(tsx?|proto)$/, 400],
];

/** `path: N lines, M at most` if the file is too long, else nothing. */
export function longFile(path: string, source: string): string[] {
  const lines = source.trimEnd().split('\n').length;
  const [, limit] = LIMITS.find(([pattern]) => pattern.test(path)) ?? [];
  return limit !== undefined && lines > limit ? [`${path}: ${lines} lines, ${limit} at most`] : [];
}
