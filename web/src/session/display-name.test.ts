import { describe, expect, it } from 'vitest';
import { displayName, initials } from './display-name.ts';

describe('names', () => {
  it.each([
    [{ firstName: 'Meera', lastName: 'Iyer', email: 'm@x.in' }, 'Meera Iyer', 'MI'],
    [{ firstName: 'Meera', email: 'ravi@x.in' }, 'ravi@x.in', 'RA'],
    [{}, 'Admin User', 'AU'],
  ])('of %j', (user, name, letters) => {
    expect([displayName(user), initials(user)]).toEqual([name, letters]);
  });
});
