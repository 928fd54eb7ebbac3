import { describe, expect, it } from 'vitest';
import { addressRanges, isAddressRange, isInRanges, isLoopback } from './address-ranges.ts';
import { isHostPattern, matchesHost } from './host-patterns.ts';

describe('address ranges', () => {
  it.each(['10.0.0.1', '10.0.0.0/8', '2001:db8::1', '2001:db8::/32', '::/0', '0.0.0.0/0'])(
    'accepts %s',
    (range) => {
      expect(isAddressRange(range)).toBe(true);
    },
  );
  it.each([
    '',
    '10.0.0',
    '10.0.0.1/33',
    '10.0.0.1/-1',
    '10.0.0.1/8/8',
    '::1/129',
    'fe80::1%eth0',
    'host',
    '1.2.3.4/',
  ])('refuses %j', (range) => {
    expect(isAddressRange(range)).toBe(false);
    expect(() => addressRanges([range])).toThrow('not an address');
  });
  it('contain addresses of their family', () => {
    const list = addressRanges(['10.1.0.0/16', '2001:db8::/32', '192.0.2.7']);
    for (const inside of ['10.1.255.255', '2001:db8:ffff::1', '192.0.2.7'])
      expect(isInRanges(list, inside), inside).toBe(true);
    for (const outside of ['10.2.0.1', '2001:db9::1', '192.0.2.8', '', 'x'])
      expect(isInRanges(list, outside), outside).toBe(false);
    expect(isLoopback('127.9.9.9') && isLoopback('::1') && !isLoopback('128.0.0.1')).toBe(true);
  });
});

describe('host patterns', () => {
  it('match exactly, or any subdomain with a leading dot', () => {
    const patterns = ['example.com', '.partner.in'];
    for (const host of ['example.com', 'EXAMPLE.com', 'a.partner.in', 'a.b.partner.in'])
      expect(matchesHost(host, patterns), host).toBe(true);
    for (const host of ['www.example.com', 'partner.in', 'evilpartner.in', 'example.com.evil.in', ''])
      expect(matchesHost(host, patterns), host).toBe(false);
  });
  it.each(['', '.', 'a..b', '-a.in', 'a_b.in', 'https://a.in', 'a.in:80', '*.a.in'])('refuses %j', (text) => {
    expect(isHostPattern(text)).toBe(false);
  });
  it.each(['a.in', '.a.in', 'localhost', 'xn--p1ai'])('accepts %s', (text) => {
    expect(isHostPattern(text)).toBe(true);
  });
});
