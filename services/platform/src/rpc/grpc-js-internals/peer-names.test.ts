import { expect, it, vi } from 'vitest';
import { peersByConnection, servicesOf } from './peer-names.ts';

const certificate = { subjectaltname: 'DNS:vault, DNS:nobody, IP Address:127.0.0.1' };
const answering = (of: object | undefined) => vi.fn(() => ({ sslPeerCertificate: of }));

it('names the services of a certificate', () => {
  expect(servicesOf(certificate)).toEqual(['vault']);
});

it('asks each call where grpc-js does not show its connection, and is as strict', () => {
  const peersOf = peersByConnection(true);
  const getAuthContext = answering(certificate);
  const call = { getAuthContext };
  expect([peersOf(call), peersOf(call)]).toEqual([['vault'], ['vault']]);
  expect(getAuthContext).toHaveBeenCalledTimes(2);
  expect(peersOf({ getAuthContext: () => null })).toEqual([]);
});

it('asks a connection again only while it has shown no certificate', () => {
  const peersOf = peersByConnection(true);
  const shown = { call: { stream: { session: {} } } };
  const without = { ...shown, getAuthContext: () => null };
  expect(peersOf(without)).toEqual([]);
  const getAuthContext = answering(certificate);
  const call = { ...shown, getAuthContext };
  expect([1, 2].map(() => peersOf(call))).toEqual([['vault'], ['vault']]);
  expect(getAuthContext).toHaveBeenCalledTimes(1);
});

it('knows of no certificate without TLS', () => {
  expect(peersByConnection(false)({ getAuthContext: answering(certificate) })).toBeUndefined();
});
