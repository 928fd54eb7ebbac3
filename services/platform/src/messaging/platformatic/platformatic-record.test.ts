import { expect, it } from 'vitest';
import { headersOf } from './platformatic-record.ts';

it('a header that occurs several times has all its values in one array', () => {
  const [one, two, three] = ['1', '2', '3'].map((value) => Buffer.from(value));
  const often = Buffer.from('often');
  const headers = headersOf([
    [often, one],
    [Buffer.from('once'), one],
    [often, two],
    [often, three],
  ]);
  expect(headers).toEqual({ often: [one, two, three], once: one });
});
