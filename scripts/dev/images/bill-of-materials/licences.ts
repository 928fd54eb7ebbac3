/** Allowed SPDX identifiers of shipped components: permissive ones, and those of dynamically linked libraries. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'blessing',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'GPL-3.0-or-later WITH GCC-exception-3.1',
  'ISC',
  'LGPL-2.1-or-later',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
]);

export interface Component {
  readonly name: string;
  readonly purl?: string;
  readonly version?: string;
  readonly licenses?: readonly Licence[];
}
export type Licence =
  | { readonly license: { readonly id?: string; readonly name?: string } }
  | { readonly expression: string };

/** Licences of packages that declare none, taken from their licence files. */
const IN_A_FILE: Readonly<Record<string, string>> = { 'png-js@2.0.0': 'MIT' };

const OPERATOR = /^(and|or|with)$/;

/** The SPDX expression of a component; undefined if it declares none. */
export function licenceOf({ name, version, licenses = [] }: Component): string | undefined {
  const [first] = licenses;
  if (first === undefined) return IN_A_FILE[`${name}@${version}`];
  return 'expression' in first ? first.expression : (first.license.id ?? first.license.name);
}

/**
 * Whether an SPDX expression (SPDX 3.0, annex B: operators in upper or lower case) may be shipped: one side of an OR
 * suffices, both of an AND are needed. WITH belongs to its identifier.
 */
export function isAllowed(expression: string): boolean {
  return anyOf(
    expression
      .replaceAll(/[()]/g, ' $& ')
      .trim()
      .split(/\s+/)
      .map((token) => (OPERATOR.test(token) ? token.toUpperCase() : token)),
  );
}

function anyOf(tokens: readonly string[]): boolean {
  return split(tokens, 'OR').some((side) => split(side, 'AND').every(isTermAllowed));
}

function isTermAllowed(tokens: readonly string[]): boolean {
  if (tokens[0] === '(' && tokens.at(-1) === ')') return anyOf(tokens.slice(1, -1));
  return ALLOWED.has(tokens.join(' '));
}

/** Splits at an operator outside parentheses. */
function split(tokens: readonly string[], operator: string): string[][] {
  const parts: string[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === operator && depth === 0) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

export function nameOf({ name, version = '' }: Component): string {
  return `${name} ${version}`;
}

/** A line for each component whose licence is missing or not on the list. */
export function refusedLicences(components: readonly Component[]): string[] {
  return components.flatMap((component) => {
    const licence = licenceOf(component);
    if (licence !== undefined && isAllowed(licence)) return [];
    return [`${nameOf(component)}: ${licence ?? 'a missing licence'} is not on the list`];
  });
}
