import { memoryCache } from '@pii-vault/platform/cache/memory-cache';
import { expect, it, vi } from 'vitest';
import { MAIL_LIMITS, mailBudget } from './mail-budget.ts';

const log = { warn: vi.fn() };

it('limits the mails of a sender, of a recipient, and of both', async () => {
  const mails = mailBudget(memoryCache(), log);
  const { pair, sender, recipient } = MAIL_LIMITS.request;
  const turns = await Promise.all(Array.from({ length: pair + 1 }, () => mails.take('request', 1, 'a@x.in')));
  expect(turns).toEqual([...Array(pair - 1).fill('send'), 'last', 'withhold']);

  const toOne: string[] = [];
  for (let n = 0; n < recipient; n++) toOne.push(await mails.take('request', 10 + n, 'b@x.in'));
  expect(toOne.at(-1)).toBe('last');
  expect(await mails.take('request', 99, 'b@x.in')).toBe('withhold');

  for (let n = 0; n < sender; n++) expect(await mails.take('request', 2, `c${n}@x.in`)).toBe('send');
  expect(await mails.take('request', 2, 'd@x.in')).toBe('withhold');
  expect(await mails.take('request', 3, 'd@x.in')).toBe('send');
});

it('counts each kind of notice apart, so that many of one do not hide another', async () => {
  const mails = mailBudget(memoryCache(), log);
  for (let n = 0; n <= MAIL_LIMITS.notice.pair; n++) await mails.take('notice:factor_renamed', 1, 'a@x.in');
  expect(await mails.take('notice:factor_renamed', 1, 'a@x.in')).toBe('withhold');
  expect(await mails.take('notice:factors_reset', 1, 'a@x.in')).toBe('send');
});

it('sends mails while the cache is away', async () => {
  const increment = () => Promise.reject(new Error('away'));
  expect(await mailBudget({ increment }, log).take('request', 1, 'a@x.in')).toBe('send');
});
