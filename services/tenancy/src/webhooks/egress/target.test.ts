import { describe, expect, it } from 'vitest';
import { allowedAddresses, pinnedLookup } from './pinned-lookup.ts';
import { targetOf } from './target.ts';
import { isAllowedAddress, isPublicAddress, targetRules } from './target-rules.ts';

const strict = targetRules({ allowsHttp: false, exceptedRanges: [] });

describe('the address of a webhook', () => {
  it.each([
    'https://partner.example.com/hooks?a=1',
    'https://partner.example.com:8443/',
    'https://93.184.216.34/hooks',
    'https://[2606:2800:220:1:248:1893:25c8:1946]/',
  ])('accepts %s', (url) => {
    expect(targetOf(url, strict).href).toBe(url);
  });

  it.each([
    'http://partner.example.com/',
    'ftp://partner.example.com/',
    'file:///etc/passwd',
    'partner.example.com',
    '',
    `https://partner.example.com/${'a'.repeat(2_048)}`,
    'https://user:pass@partner.example.com/',
    'https://user@partner.example.com/',
    'https://partner.example.com/#top',
    'https://partner.example.com:22/',
    'https://partner.example.com:25/',
    'https://localhost/',
    'https://localhost./',
    'https://a.localhost:8443/',
    'https://vault/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://2130706433/',
    'https://１２７.0.0.1/',
    'https://0/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://168.63.129.16/',
    'https://198.18.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[fe80::1]/',
    'https://[fd00:ec2::254]/',
    'https://[fc00::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001::1]/',
    'https://[2001:db8::1]/',
    'https://[ff02::1]/',
  ])('refuses %s', (url) => {
    expect(() => targetOf(url, strict)).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', reason: 'TARGET_REFUSED' }),
    );
  });

  it("can be permitted by the operator, but never a cloud's metadata service", () => {
    const loose = targetRules({
      allowsHttp: true,
      exceptedRanges: ['127.0.0.0/8', '10.1.0.0/16', '0.0.0.0/0'],
    });
    expect(targetOf('http://127.0.0.1:9000/hooks', loose).port).toBe('9000');
    expect(targetOf('http://localhost:9000/', loose).hostname).toBe('localhost');
    expect(isAllowedAddress(loose, '10.1.2.3')).toBe(true);
    for (const address of ['169.254.169.254', '100.100.100.200', '168.63.129.16', 'fd00:ec2::254', '::1'])
      expect(isAllowedAddress(loose, address), address).toBe(false);
    expect(() => targetRules({ allowsHttp: true, exceptedRanges: ['nowhere'] })).toThrow('nowhere');
  });

  it('treats malformed text as not public', () => {
    for (const text of ['', 'host', '1.2.3', '1.2.3.4.5']) expect(isPublicAddress(text)).toBe(false);
  });
});

describe('the lookup of a connection', () => {
  const to = (...addresses: string[]) =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

  it('returns exactly the checked addresses, with one resolution', async () => {
    let asked = 0;
    const rebinding = () => to(asked++ === 0 ? '93.184.216.34' : '127.0.0.1');
    const pinned = await new Promise((done) =>
      pinnedLookup(strict, rebinding)('a.example', { all: true }, (_error, found) => done(found)),
    );
    expect(pinned).toEqual([{ address: '93.184.216.34', family: 4 }]);
    expect(asked).toBe(1);
    const error = await new Promise((done) => pinnedLookup(strict, rebinding)('a.example', {}, done));
    expect(error).toMatchObject({ reason: 'TARGET_REFUSED' });
  });

  it('refuses a name with an internal address, and a name without addresses', async () => {
    for (const found of [to('93.184.216.34', '10.0.0.1'), to('::1'), to()])
      await expect(allowedAddresses('a.example', strict, () => found)).rejects.toMatchObject({
        reason: 'TARGET_REFUSED',
      });
  });
});
