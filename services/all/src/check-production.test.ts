import { expect, it } from 'vitest';
import { checkProduction } from './check-production.ts';

const development = { environment: 'development', allowAllInOne: false } as const;
const production = { environment: 'production', allowAllInOne: true } as const;

it('asks nothing of an evaluation', () => {
  expect(() => checkProduction(development, {})).not.toThrow();
});

it('refuses NODE_ENV=production until it is said to be meant', () => {
  const env = { NODE_ENV: 'production' };
  expect(() => checkProduction(development, env)).toThrow(/PIIVAULT_ALLOW_ALL_IN_ONE/);
  expect(() => checkProduction({ ...development, allowAllInOne: true }, env)).not.toThrow();
});

it('asks for a setup code in production', () => {
  expect(() => checkProduction(production, {})).toThrow(/IDENTITY_SETUP_CODE_FILE/);
  expect(() => checkProduction(production, { IDENTITY_SETUP_CODE: '' })).toThrow(/IDENTITY_SETUP_CODE_FILE/);
  for (const name of ['IDENTITY_SETUP_CODE', 'IDENTITY_SETUP_CODE_FILE'])
    expect(() => checkProduction(production, { [name]: 'x' })).not.toThrow();
});
