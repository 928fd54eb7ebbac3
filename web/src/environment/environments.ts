const KEY = 'preferred_environment';

export const environments = ['development', 'testing', 'production'] as const;
export type Environment = (typeof environments)[number];

/** What the console shows in an environment. */
interface EnvironmentConfig {
  /** Suffix of the version. */
  readonly suffix: 'dev' | 'test' | 'prod';
  /** The note 'Debug Mode'. */
  readonly debug: boolean;
  /** The reason of each refusal. */
  readonly debugTools: boolean;
}

const configs: Readonly<Record<Environment, EnvironmentConfig>> = {
  development: { suffix: 'dev', debug: true, debugTools: true },
  testing: { suffix: 'test', debug: true, debugTools: true },
  production: { suffix: 'prod', debug: false, debugTools: false },
};

/** The environment stored in this browser, read at start; development if missing or unknown. */
export function readEnvironment(): Environment {
  const stored = localStorage.getItem(KEY);
  return environments.find((one) => one === stored) ?? 'development';
}

/** Takes effect at the next load. @throws DOMException if the browser has no storage */
export const storeEnvironment = (environment: Environment): void => localStorage.setItem(KEY, environment);

export const environmentConfig = (): EnvironmentConfig => configs[readEnvironment()];

/** @param version of the deployment, with the suffix of its own environment */
export const versionLabel = (version: string): string =>
  version.replace(/(?:-(?:dev|test|prod))?$/, `-${environmentConfig().suffix}`);
