/** The parts of a JSON Schema (2020-12) that the console reads. */
export interface JsonSchema {
  $ref?: string;
  type?: string | readonly string[];
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  items?: JsonSchema;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  additionalProperties?: boolean | JsonSchema;
  description?: string;
  format?: string;
}

export type Schemas = Readonly<Record<string, JsonSchema>>;

/** Resolves a `$ref`. */
function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  const target = name === undefined ? undefined : schemas[name];
  return target === undefined ? schema : resolved(target, schemas);
}

/** The alternatives of a schema, or the schema itself. */
function alternatives(schema: JsonSchema, schemas: Schemas): readonly JsonSchema[] {
  const found = resolved(schema, schemas);
  const several = found.anyOf ?? found.oneOf;
  return several === undefined ? [found] : several.flatMap((one) => alternatives(one, schemas));
}

/** Schemas of the value at a path. A number in the path stands for any array element. */
export function schemasAt(
  schema: JsonSchema,
  path: ReadonlyArray<string | number>,
  schemas: Schemas,
): readonly JsonSchema[] {
  return path.reduce<readonly JsonSchema[]>(
    (found, step) =>
      found.flatMap((one) => {
        const next = typeof step === 'number' ? one.items : (one.properties?.[step] ?? openValue(one));
        return next === undefined ? [] : alternatives(next, schemas);
      }),
    alternatives(schema, schemas),
  );
}

const openValue = ({ additionalProperties }: JsonSchema) =>
  typeof additionalProperties === 'object' ? additionalProperties : undefined;

/** Short name of a type: 'integer', 'string[]', 'kyc | support'. */
export function typeText(schema: JsonSchema, schemas: Schemas): string {
  const texts = alternatives(schema, schemas).map((one) => {
    if (one.const !== undefined) return JSON.stringify(one.const);
    if (one.enum) return one.enum.map((value) => JSON.stringify(value)).join(' | ');
    if (one.type === 'array') return `${one.items ? typeText(one.items, schemas) : 'any'}[]`;
    return one.format ?? (typeof one.type === 'string' ? one.type : (one.type?.join(' | ') ?? 'any'));
  });
  return [...new Set(texts)].join(' | ');
}

/** Problem of a body: its place, and a key below `hint.` in the texts. */
export interface BodyProblem {
  path: readonly string[];
  kind: 'missing' | 'unknown';
  name: string;
}

/** Missing required keys and unknown keys, in nested objects too. The server checks the rest. */
export function bodyProblems(
  value: unknown,
  schema: JsonSchema,
  schemas: Schemas,
  path: readonly string[] = [],
): readonly BodyProblem[] {
  const options = alternatives(schema, schemas);
  const [only] = options;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  if (options.length !== 1 || only?.properties === undefined) return [];
  const { properties, required = [], additionalProperties } = only;
  const names = Object.keys(value);
  return [
    ...required
      .filter((name) => !names.includes(name))
      .map((name) => ({ path, kind: 'missing' as const, name })),
    ...names
      .filter((name) => !(name in properties) && additionalProperties === false)
      .map((name) => ({ path, kind: 'unknown' as const, name })),
    ...Object.entries(value).flatMap(([name, inner]) => {
      const next = properties[name];
      return next === undefined ? [] : bodyProblems(inner, next, schemas, [...path, name]);
    }),
  ];
}
