import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { Secret } from './secret.ts';

type Shape = Readonly<Record<string, z.ZodType>>;

/** A module's settings: camelCase keys of `shape` become `PREFIX_UPPER_SNAKE` environment variables. */
export interface ConfigSchema<S extends Shape = Shape> {
  readonly prefix: string;
  readonly shape: S;
  /** Conflicts between settings, as lines that begin with a variable's name. */
  readonly problems?:
    | ((values: Partial<ConfigOf<ConfigSchema<S>>>, env: Environment) => string[])
    | undefined;
  /** Defaults that depend on the environment. */
  readonly defaults?: ((env: Environment) => Partial<Record<keyof S, string>>) | undefined;
}
export type ConfigOf<C> =
  C extends ConfigSchema<infer S> ? { readonly [K in keyof S]: z.output<S[K]> } : never;
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * @param problems checks the settings together; skips those that are invalid by themselves
 * @param defaults of settings that depend on the environment
 */
export function defineConfig<S extends Shape>(
  prefix: string,
  shape: S,
  problems?: ConfigSchema<S>['problems'],
  defaults?: ConfigSchema<S>['defaults'],
): ConfigSchema<S> {
  return { prefix, shape, problems, defaults };
}

/** A setting that must not be printed. Read it from `NAME_FILE` in production. */
export function secret(): z.ZodPipe<z.ZodString, z.ZodTransform<Secret, string>> {
  return z
    .string()
    .min(1)
    .transform((value) => new Secret(value));
}

/** The environment variable of a setting, for example VAULT_RETENTION_FLOOR_DAYS. */
function variableName(prefix: string, key: string): string {
  return `${prefix}_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** Only the variables of these settings, for code that must read nothing else. */
export function onlySettings(schemas: readonly ConfigSchema[], env: Environment): Environment {
  const names = schemas.flatMap(({ prefix, shape }) =>
    Object.keys(shape).map((key) => variableName(prefix, key)),
  );
  const read = new Set(names.flatMap((name) => [name, `${name}_FILE`]));
  return Object.fromEntries(Object.entries(env).filter(([name]) => read.has(name)));
}

/** Lists all problems at once, so that a deployment is fixed in one step. Names, never values. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads a module's settings. `NAME_FILE` names a file whose trimmed contents are the value of `NAME`.
 * @throws ConfigError naming each variable that is missing or wrong
 */
export function loadConfig<S extends Shape>(
  schema: ConfigSchema<S>,
  env: Environment,
): ConfigOf<ConfigSchema<S>> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  const defaults: Readonly<Record<string, string | undefined>> = schema.defaults?.(env) ?? {};
  for (const [key, type] of Object.entries(schema.shape)) {
    const name = variableName(schema.prefix, key);
    const raw = readVariable(name, env, problems);
    const parsed = type.safeParse(raw === '' || raw === undefined ? defaults[key] : raw);
    if (parsed.success) values[key] = parsed.data;
    else problems.push(`${name}: ${parsed.error.issues[0]?.message ?? 'is not valid'}`);
  }
  const together = schema.problems?.(values as Partial<ConfigOf<ConfigSchema<S>>>, env) ?? [];
  problems.push(...together);
  if (problems.length > 0) throw new ConfigError(problems);
  return values as ConfigOf<ConfigSchema<S>>;
}

/** A single setting, for decisions between schemas; undefined when its file cannot be read. */
export function readSetting(name: string, env: Environment): string | undefined {
  return readVariable(name, env, []);
}

/** Collects the problems of several schemas, so that a deployment sees all of them at once. */
export function collectProblems(env: Environment) {
  const problems: string[] = [];
  return {
    problems,
    /** The settings of a schema; undefined after it has added to `problems`. */
    take<S extends Shape>(schema: ConfigSchema<S>): ConfigOf<ConfigSchema<S>> | undefined {
      try {
        return loadConfig(schema, env);
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        for (const problem of error.problems) if (!problems.includes(problem)) problems.push(problem);
        return undefined;
      }
    },
    /** @throws ConfigError when there is a problem */
    check(): void {
      if (problems.length > 0) throw new ConfigError(problems);
    },
  };
}

function readVariable(name: string, env: Environment, problems: string[]): string | undefined {
  const file = env[`${name}_FILE`];
  // Empty: a chart or compose file removes a default.
  if (file === undefined || file === '') return env[name];
  if (env[name] !== undefined) problems.push(`${name}: is set twice, by ${name} and ${name}_FILE`);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    problems.push(`${name}_FILE: the file cannot be read`);
    return undefined;
  }
}
