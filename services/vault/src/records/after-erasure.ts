import { invalidArgument } from '../errors.ts';
import type { AfterErasure } from './person.ts';

/** afterErasure of a request; absent is 'hold'. @throws AppError INVALID_ARGUMENT AFTER_ERASURE_INVALID */
export function afterErasureOf(text: string | undefined): AfterErasure {
  if (text === undefined || text === '' || text === 'hold') return 'hold';
  if (text === 'create') return 'create';
  throw invalidArgument('AFTER_ERASURE_INVALID', 'afterErasure', 'is hold or create');
}
