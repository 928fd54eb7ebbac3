/** A panel of a Grafana dashboard, without its position. */
export interface Panel {
  readonly kind: 'timeseries' | 'stat';
  readonly title: string;
  readonly description: string;
  /** Grafana's name of the unit: `s`, `reqps`, `percentunit`, `bytes`, `short`. */
  readonly unit: string;
  readonly queries: readonly Query[];
  /** Values from which a stat is yellow and red. */
  readonly steps?: readonly [warning: number, critical: number];
}

export interface Query {
  /** PromQL. */
  readonly expr: string;
  /** Legend, with `{{label}}`. */
  readonly legend: string;
}

export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

export function series(
  title: string,
  description: string,
  unit: string,
  ...queries: readonly (readonly [expr: string, legend: string])[]
): Panel {
  return { kind: 'timeseries', title, description, unit, queries: queries.map(toQuery) };
}

export function figure(
  title: string,
  description: string,
  unit: string,
  expr: string,
  steps: readonly [warning: number, critical: number],
): Panel {
  return { kind: 'stat', title, description, unit, queries: [toQuery([expr, ''])], steps };
}

const toQuery = ([expr, legend]: readonly [string, string]): Query => ({ expr, legend });
