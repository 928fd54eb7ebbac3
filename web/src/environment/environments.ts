const KEY = 'preferred_environment';

export const environments = ['development', 'testing', 'production'] as const;
export type Environment = (typeof environments)[number];

/** Whether the console shows what helps a developer: the reason of each refusal. */
const debug: Readonly<Record<Environment, boolean>> = { development: true, testing: true, production: false };

/** The choice of this browser, read at start; missing or unknown is development. */
export function readEnvironment(): Environment {
  const stored = localStorage.getItem(KEY);
  return environments.find((one) => one === stored) ?? 'development';
}

/** Takes effect with the next load. @throws DOMException where the browser stores nothing */
export const storeEnvironment = (environment: Environment): void => localStorage.setItem(KEY, environment);

export const isDebug = (): boolean => debug[readEnvironment()];
