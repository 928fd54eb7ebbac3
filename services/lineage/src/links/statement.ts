/** SQL and its values, before it is sent: tests ask PostgreSQL how it would read it. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}
