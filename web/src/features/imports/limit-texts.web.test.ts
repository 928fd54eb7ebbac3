import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import texts from './locales/en.json' with { type: 'json' };

const source = readFileSync(
  join(import.meta.dirname, '../../../../services/vault/src/imports/status-message.ts'),
  'utf8',
);

// The console and the API would otherwise name different ways on.
it.each(['CONFLICT_BUDGET_SPENT', 'ANSWER_BUDGET_SPENT'] as const)(
  'says of %s what the API says',
  (reason) => {
    expect(new RegExp(`${reason}:\\s*(['"])(.+?)\\1,`).exec(source)?.[2]).toBe(texts.reason[reason]);
  },
);
