import { expect, it } from 'vitest';
import { AppError } from '../core/errors/app-error.ts';
import { autocommit } from './single-statement.ts';

it('does not report an unknown outcome if no connection could send the statement', async () => {
  const unavailable = new AppError('UNAVAILABLE', 'DATABASE_UNAVAILABLE', 'The database cannot be reached');
  const usage = () => ({ used: 0, idle: 0, waiting: 0, max: 1 });
  const pool = { take: () => Promise.reject(unavailable), close: () => Promise.resolve(), usage };
  await expect(autocommit(pool, { text: 'SELECT 1' })).rejects.toBe(unavailable);
});
