import { AppError, type GrpcCodeName } from '@pii-vault/platform/errors/app-error';

const away: ReadonlySet<GrpcCodeName> = new Set(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'UNIMPLEMENTED']);

/** An answer that only adorns another one: `instead` when the caller may not have it. */
export async function unlessDenied<T>(answer: Promise<T>, instead: T): Promise<T> {
  try {
    return await answer;
  } catch (thrown) {
    if (AppError.from(thrown).code === 'PERMISSION_DENIED') return instead;
    throw thrown;
  }
}

/** As `unlessDenied`, and also while its service is away: the answer says "unknown" then, not a wrong figure. */
export async function unlessAway<T>(answer: Promise<T>, instead: T): Promise<T> {
  try {
    return await unlessDenied(answer, instead);
  } catch (thrown) {
    if (away.has(AppError.from(thrown).code)) return instead;
    throw thrown;
  }
}
