import { expect, it } from 'vitest';
import { knownAdministrator } from './sign-in.ts';

const env = { PIIVAULT_DEMO_EMAIL: 'a@example.com', PIIVAULT_DEMO_PASSWORD: 'Secret-1' };

it('signs in as the variables say, and asks nobody then', async () => {
  const ask = () => Promise.reject(new Error('asked'));
  expect(await knownAdministrator(env, ask)).toEqual({ email: 'a@example.com', password: 'Secret-1' });
});

it('asks at the terminal for what is not set, the password unseen', async () => {
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

it('says what to set where there is no terminal', async () => {
  await expect(knownAdministrator({}, undefined)).rejects.toThrow(/PIIVAULT_DEMO_EMAIL/);
});
