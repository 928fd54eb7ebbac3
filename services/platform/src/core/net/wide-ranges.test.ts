import { expect, it } from 'vitest';
import { whyTooWide } from './wide-ranges.ts';

const eights = (count: number) => Array.from({ length: count }, (_, n) => `${n + 1}.0.0.0/8`);

it.each([
  [['10.0.0.0/7'], '10.0.0.0/7'],
  [['0.0.0.0/1', '128.0.0.0/1'], '0.0.0.0/1'],
  [['2000::/3'], '2000::/3'],
  [['::ffff:0:0/96'], '::ffff:0:0/96'],
  [['::ffff:10.0.0.0/100'], '/8'],
  [eights(17), 'together'],
])('refuses %j', (ranges, part) => {
  expect(whyTooWide(ranges)).toContain(part);
});

it.each([
  [['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1', 'fd00::/16', '192.0.2.1']],
  [['::ffff:10.0.0.0/104']],
  [eights(16)],
  [Array.from({ length: 40 }, () => '10.0.0.0/8')],
  [[]],
])('accepts %j', (ranges) => {
  expect(whyTooWide(ranges)).toBeUndefined();
});
