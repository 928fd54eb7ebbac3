import { withSpan } from '../telemetry/span.ts';
import { isTraced } from '../telemetry/trace-context.ts';

/** Runs database work inside a client span of the running trace; without one it costs nothing. */
export function traced<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!isTraced()) return work();
  return withSpan(name, 'client', { 'db.system.name': 'postgresql', 'db.query.summary': name }, work);
}
