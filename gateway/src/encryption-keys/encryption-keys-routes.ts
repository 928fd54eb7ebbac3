import {
  type EncryptionKey,
  encryptionKeySchema,
  listedRotationSchema,
  type listKeysQuery,
} from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Columns } from '@pii-vault/platform/core/tables/csv-chunks';
import type { KeyRecord } from '@pii-vault/proto/crypto/v1/register';
import type { z } from 'zod';
import type { Clients } from '../clients.ts';
import { type CompanyNames, nameOf } from '../companies/company-names.ts';
import type { Handlers } from '../edge/handler.ts';
import { type ExportDeps, exportList, exportPageRows } from '../files/export-list.ts';
import { jsonOf } from '../passed/json-of.ts';
import { awaitAll } from '../wire/await-all.ts';
import { fallbackIfUnavailable } from '../wire/optional-response.ts';

/** CSV columns of the list. */
const keyColumns: Columns<EncryptionKey> = {
  id: (key) => key.id,
  keyId: (key) => key.keyId,
  companyId: (key) => key.companyId,
  company: (key) => key.company.name,
  keyType: (key) => key.keyType,
  version: (key) => key.version,
  status: (key) => key.status,
  algorithm: (key) => key.algorithm,
  keySize: (key) => key.keySize,
  hsmKeyReference: (key) => key.hsmKeyReference,
  rotationSchedule: (key) => key.rotationSchedule,
  rowsOnVersion: (key) => key.rowsOnVersion,
  expiresAt: (key) => key.expiresAt,
  rotatedAt: (key) => key.rotatedAt,
  lastRotated: (key) => key.lastRotated,
  createdAt: (key) => key.createdAt,
};

const toKey = jsonOf(encryptionKeySchema);
const toListedRotation = jsonOf(listedRotationSchema);

type Deps = Pick<Clients, 'keyRegister' | 'keyRotations' | 'keyRows'> & ExportDeps & { names: CompanyNames };

/** With names of companies and counts of the vault. */
export function encryptionKeysHandlers(deps: Deps): Handlers<KeysOf<'encryption-keys'>> {
  const { keyRotations } = deps;
  return {
    'GET /encryption-keys': async ({ ctx, query, position }) => {
      const { rows, next } = await keysPage(deps, ctx, query, query.limit, position);
      return { body: rows, next };
    },
    'GET /encryption-keys/export': async ({ ctx, query, renewed }) =>
      exportList(
        deps,
        { ctx, renewed },
        {
          name: 'encryption-keys',
          format: query.format,
          permission: 'encryption:manage',
          companyId: query.companyId,
          filters: { keyType: query.keyType },
          columns: keyColumns,
          page: (ctx, position) => keysPage(deps, ctx, query, exportPageRows, position),
        },
      ),
    'GET /encryption-keys/rotations': async ({ ctx, query, position }) => {
      const { rotations, nextCursor } = await keyRotations.listRotations(ctx, {
        companyId: query.companyId,
        limit: query.limit,
        cursor: position,
      });
      const named = await deps.names(rotations.map(({ companyId }) => companyId));
      return {
        body: rotations.map((one) =>
          toListedRotation({ ...one, company: { name: nameOf(named, one.companyId) } }),
        ),
        next: nextCursor,
      };
    },
  };
}

type Filters = Pick<z.output<typeof listKeysQuery>, 'companyId' | 'keyType'>;

/** A page of keys with the names of companies and the rows under each key. */
async function keysPage(deps: Deps, ctx: Ctx, filters: Filters, limit: number, position: string | undefined) {
  const { keys, nextCursor } = await deps.keyRegister.listKeys(ctx, {
    companyId: filters.companyId,
    keyType: filters.keyType,
    limit,
    cursor: position,
  });
  const [named, rowsOf] = await awaitAll([
    deps.names(keys.map(({ companyId }) => companyId)),
    countRows(deps, ctx, keys),
  ]);
  return {
    rows: keys.map((key) =>
      toKey({ ...key, company: { name: nameOf(named, key.companyId) }, rowsOnVersion: rowsOf(key) }),
    ),
    next: nextCursor,
  };
}

/**
 * Rows under a key: crypto counts those of a master, the vault those of a field key (unknown while it does not
 * answer). Archives cannot be counted.
 */
async function countRows({ keyRows }: Deps, ctx: Ctx, keys: readonly KeyRecord[]) {
  const versions = keys
    .filter(({ keyType, rowsOnVersion }) => keyType === 'field' && rowsOnVersion === undefined)
    .map(({ companyId, version }) => ({ companyId, fieldKeyVersion: version }));
  const answer =
    versions.length === 0 ? none : await fallbackIfUnavailable(keyRows.countKeyRows(ctx, { versions }), none);
  const counted = new Map(
    answer.versions.map(({ companyId, fieldKeyVersion, rows }) => [`${companyId} ${fieldKeyVersion}`, rows]),
  );
  return ({ keyType, rowsOnVersion, companyId, version }: KeyRecord): number | undefined =>
    rowsOnVersion ?? (keyType === 'field' ? counted.get(`${companyId} ${version}`) : undefined);
}

const none = { versions: [] };
