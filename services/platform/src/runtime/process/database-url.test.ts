import { expect, it } from 'vitest';
import { parseDatabaseUrl } from './database-url.ts';

it('reads host, port, database and TLS', () => {
  expect(parseDatabaseUrl('postgres://db.example.org/pii_vault')).toEqual({
    host: 'db.example.org',
    port: 5432,
    database: 'pii_vault',
  });
  expect(parseDatabaseUrl('postgres://10.0.0.7:6432/v?sslmode=verify-full')).toEqual({
    host: '10.0.0.7',
    port: 6432,
    database: 'v',
    tls: {},
  });
});

it('reads the folder of a Unix socket', () => {
  expect(parseDatabaseUrl('postgres:///postgres?host=%2Ftmp%2Fa%20b&port=40123')).toEqual({
    host: '/tmp/a b',
    port: 40123,
    database: 'postgres',
  });
});

it.each([
  ['a login', 'postgres://root:secret@db/v'],
  ['no database', 'postgres://db:5432'],
  ['another scheme', 'https://db/v'],
  ['TLS without verification', 'postgres://db/v?sslmode=require'],
  ['no URL', 'db:5432'],
])('refuses %s', (_what, text) => {
  expect(parseDatabaseUrl(text)).toBeUndefined();
});
