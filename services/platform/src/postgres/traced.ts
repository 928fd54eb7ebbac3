import { withSpan } from '../core/telemetry/span.ts';
import { isRecorded } from '../core/telemetry/trace-context.ts';

/** Runs database work inside a client span of the running trace; without one that is recorded it costs nothing. */
export function traced<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (isRecorded() !== true) return work();
  return withSpan(name, 'client', { 'db.system.name': 'postgresql', 'db.query.summary': name }, work);
}
