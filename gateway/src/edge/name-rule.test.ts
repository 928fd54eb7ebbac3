import { nameSchema } from '@pii-vault/contract/scalars';
import { hasDirectionMark } from '@pii-vault/platform/domain/readable-name';
import { expect, it } from 'vitest';

/** Every character of the Unicode category 'format', to which the marks belong. */
function* formatCharacters(): Generator<string> {
  for (let code = 0; code <= 0x10_ffff; code++) {
    const char = String.fromCodePoint(code);
    if (/\p{Cf}/u.test(char)) yield char;
  }
}

it('the contract and services refuse the same marks in names', () => {
  const refusedBy = (refuses: (name: string) => boolean) =>
    [...formatCharacters()].filter((mark) => refuses(`Asha${mark}Rao`));
  const refused = refusedBy(hasDirectionMark);
  expect(refused).toHaveLength(12);
  expect(refusedBy((name) => !nameSchema.safeParse(name).success)).toEqual(refused);
});
