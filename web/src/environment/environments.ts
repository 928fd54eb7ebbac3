const KEY = 'preferred_environment';

export const environments = ['development', 'testing', 'production'] as const;
export type Environment = (typeof environments)[number];

/** Whether the console shows debug details, such as the reason of each refusal. */
const debug: Readonly<Record<Environment, boolean>> = { development: true, testing: true, production: false };

/** The environment stored in this browser, read at start; development if missing or unknown. */
export function readEnvironment(): Environment {
  const stored = localStorage.getItem(KEY);
  return environments.find((one) => one === stored) ?? 'development';
}

/** Takes effect at the next load. @throws DOMException if the browser has no storage */
export const storeEnvironment = (environment: Environment): void => localStorage.setItem(KEY, environment);

export const isDebug = (): boolean => debug[readEnvironment()];
