/** SQL with its values before it is sent, so that tests can EXPLAIN it. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}
