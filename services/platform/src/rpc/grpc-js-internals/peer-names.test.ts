import { expect, it, vi } from 'vitest';
import { peersByConnection, servicesOf } from './peer-names.ts';

const certificate = { subjectaltname: 'DNS:vault, DNS:stranger, IP Address:127.0.0.1' };
const answering = (of: object | undefined) => vi.fn(() => ({ sslPeerCertificate: of }));

it('names the services of a certificate', () => {
  expect(servicesOf(certificate)).toEqual(['vault']);
});

it('reads the certificate for each call if grpc-js hides the connection', () => {
  const peersOf = peersByConnection(true);
  const getAuthContext = answering(certificate);
  const call = { getAuthContext };
  expect([peersOf(call), peersOf(call)]).toEqual([['vault'], ['vault']]);
  expect(getAuthContext).toHaveBeenCalledTimes(2);
  expect(peersOf({ getAuthContext: () => null })).toEqual([]);
});

it('caches the certificate of a connection, but not its absence', () => {
  const peersOf = peersByConnection(true);
  const shown = { call: { stream: { session: {} } } };
  const without = { ...shown, getAuthContext: () => null };
  expect(peersOf(without)).toEqual([]);
  const getAuthContext = answering(certificate);
  const call = { ...shown, getAuthContext };
  expect([1, 2].map(() => peersOf(call))).toEqual([['vault'], ['vault']]);
  expect(getAuthContext).toHaveBeenCalledTimes(1);
});

it('returns no names without TLS', () => {
  expect(peersByConnection(false)({ getAuthContext: answering(certificate) })).toBeUndefined();
});
