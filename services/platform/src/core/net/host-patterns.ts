const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const PATTERN = new RegExp(`^\\.?(${LABEL}\\.)*${LABEL}$`);

/** A host name, or with a leading dot everything below it (`.example.com`); lower case, at most 253 characters. */
export function isHostPattern(text: string): boolean {
  return text.length <= 253 && PATTERN.test(text);
}

/** Exact, or below a pattern with a leading dot; the domain itself is not below itself. */
export function matchesHost(host: string, patterns: readonly string[]): boolean {
  const name = host.toLowerCase();
  return patterns.some((pattern) => (pattern.startsWith('.') ? name.endsWith(pattern) : name === pattern));
}
