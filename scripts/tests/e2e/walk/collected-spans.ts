export interface LoggedSpan {
  readonly name: string;
  readonly trace: string;
}

/**
 * Spans in the log of a collector whose debug exporter has the verbosity `normal`: a line of name, trace id and span
 * id.
 */
export function collectedSpans(log: string): readonly LoggedSpan[] {
  return [...log.matchAll(/^(\S.*?) ([0-9a-f]{32}) [0-9a-f]{16}\b/gm)].map(([, name = '', trace = '']) => ({
    name,
    trace,
  }));
}
