import { AppError, failedPrecondition } from '@pii-vault/platform/core/errors/app-error';
import { describe, expect, it } from 'vitest';
import { ifMatchVersions, withIfMatch } from './if-match.ts';

describe('If-Match (RFC 9110, section 13.1.1)', () => {
  it.each<[string | undefined, readonly (number | undefined)[]]>([
    [undefined, [undefined]],
    ['*', [undefined]],
    ['"7"', [7]],
    ['"7", "9"', [7, 9]],
    ['"7" ,\t"9",, "7"', [7, 9]],
    ['W/"7"', [0]],
    ['W/"7", "9"', [9]],
    ['"7-gzip", "9"', [9]],
    ['"other,with-a-comma"', [0]],
    ['""', [0]],
    ['"9999999999999999999"', [0]],
  ])('%s', (header, versions) => expect(ifMatchVersions(header)).toEqual(versions));

  const refusal = (header: string) => {
    try {
      return ifMatchVersions(header);
    } catch (thrown) {
      return AppError.from(thrown).reason;
    }
  };
  it.each(['7', '"7', '"7" "9"', '*, "7"', 'w/"7"', `"1"${' '.repeat(16_000)}x`])('refuses %s', (header) =>
    expect(refusal(header)).toBe('INVALID_REQUEST'),
  );

  it('limits the number of versions, because each may cost a call', () => {
    const list = (length: number) => Array.from({ length }, (_, n) => `"${n}"`).join();
    expect(ifMatchVersions(list(8))).toHaveLength(8);
    expect(refusal(list(9))).toBe('INVALID_REQUEST');
  });
});

describe('a change with If-Match', () => {
  const stale = failedPrecondition('STALE', 'changed');

  it('is made for the version that is current, and is stale without one', async () => {
    const tried: unknown[] = [];
    const change = async (version: number | undefined) => {
      tried.push(version);
      if (version !== 9) throw stale;
      return 'changed';
    };
    expect(await withIfMatch([7, 9, 11], change)).toBe('changed');
    expect(tried).toEqual([7, 9]);
    await expect(withIfMatch([7, 8], change)).rejects.toBe(stale);
  });

  it('ends with another error', async () => {
    const gone = new AppError('NOT_FOUND', 'NOT_FOUND', 'Not found');
    await expect(withIfMatch([7, 9], () => Promise.reject(gone))).rejects.toBe(gone);
  });
});
