import type { IncomingMessage } from 'node:http';
import { addressRanges } from '@pii-vault/platform/core/net/address-ranges';
import { describe, expect, it } from 'vitest';
import { clientAddress, limitKey } from './client-address.ts';

const request = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as IncomingMessage;
const proxies = addressRanges(['10.0.0.0/8', 'fd00::/8', '192.0.2.7']);

describe('clientAddress', () => {
  it.each([
    [
      'the socket address of an untrusted peer, whatever the header',
      '203.0.113.9',
      '198.51.100.1',
      '203.0.113.9',
    ],
    ['the address that a proxy forwards', '10.1.1.1', '198.51.100.1', '198.51.100.1'],
    ['the last hop that is not a proxy', '10.1.1.1', '1.1.1.1, 198.51.100.1, 10.2.2.2', '198.51.100.1'],
    ['IPv6 proxies', 'fd00::1', '2001:db8::5', '2001:db8::5'],
    ['IPv4 in IPv6', '::ffff:192.0.2.7', '198.51.100.1', '198.51.100.1'],
    ['the socket address when the header is malformed', '10.1.1.1', '198.51.100.1, evil', '10.1.1.1'],
    ['the address of the proxy without a header', '10.1.1.1', undefined, '10.1.1.1'],
  ])('is %s', (_, socket, forwarded, expected) => {
    expect(clientAddress(request(socket, forwarded), proxies)).toBe(expected);
  });

  it.each([
    ['198.51.100.1', '198.51.100.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('counts %s as %s', (address, key) => expect(limitKey(address)).toBe(key));
});
