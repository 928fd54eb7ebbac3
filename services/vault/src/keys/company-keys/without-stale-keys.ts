import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { Database } from '@pii-vault/platform/postgres/database';
import { PostgresFailure } from '@pii-vault/platform/postgres/postgres-failure';
import type { CompanyKeys } from './company-keys.ts';

/**
 * Wraps the database: a write refused because its field-key version is being retired drops the opened keys, so that the
 * retry (the error is ABORTED) uses the active one. This happens only in a process that used an opened key beyond its
 * lifetime.
 */
export function withoutStaleKeys(db: Database, keys: Pick<CompanyKeys, 'forgetFieldKeys'>): Database {
  const refreshed = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (isStaleKey(error)) keys.forgetFieldKeys();
      throw error;
    }
  };
  return {
    system: (work) => db.system(work),
    tenant: (scope, work) => refreshed(() => db.tenant(scope, work)),
    read: (statement) => db.read(statement),
    statement: (statement, effect) => refreshed(() => db.statement(statement, effect)),
  };
}

/** The SQL function require_active_field_key uses this constraint name. */
function isStaleKey(error: unknown): boolean {
  return (
    error instanceof AppError &&
    error.cause instanceof PostgresFailure &&
    error.cause.constraint === 'field_key_is_active'
  );
}
