import { type Environment, readSetting } from './config.ts';

/**
 * Whether this process holds real data: PIIVAULT_ENVIRONMENT or NODE_ENV says so. Adapters refuse unsafe settings then.
 */
export function isProduction(env: Environment): boolean {
  return ['PIIVAULT_ENVIRONMENT', 'NODE_ENV'].some((name) => readSetting(name, env) === 'production');
}

const LOCAL_NAMES = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0|\[::\])$/;

/** Whether a URL can be given to users of a production deployment: https, and another host than this machine. */
export function isPublicUrl(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && !LOCAL_NAMES.test(url.hostname);
}
