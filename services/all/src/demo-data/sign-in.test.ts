import { expect, it } from 'vitest';
import { knownAdministrator } from './sign-in.ts';

const env = { PIIVAULT_DEMO_EMAIL: 'a@example.com', PIIVAULT_DEMO_PASSWORD: 'Secret-1' };

it('signs in with the variables, without a prompt', async () => {
  const ask = () => Promise.reject(new Error('asked'));
  expect(await knownAdministrator(env, ask)).toEqual({ email: 'a@example.com', password: 'Secret-1' });
});

it('prompts for missing values, without echo for the password', async () => {
  const asked: Array<[string, boolean]> = [];
  const ask = async (question: string, options?: { isSecret: boolean }) => {
    asked.push([question, options?.isSecret === true]);
    return 'typed';
  };
  expect(await knownAdministrator({}, ask)).toEqual({ email: 'typed', password: 'typed' });
  expect(asked).toEqual([
    ['This vault has an administrator. Email: ', false],
    ['Password: ', true],
  ]);
});

it('names the variables to set when there is no terminal', async () => {
  await expect(knownAdministrator({}, undefined)).rejects.toThrow(/PIIVAULT_DEMO_EMAIL/);
});
