import { expect, it } from 'vitest';
import { actionGroups, auditActions, userActionGroups } from './actions.ts';

it('contain every action of the trail exactly once', () => {
  const grouped = actionGroups.flatMap(({ actions }) => actions);
  expect([...grouped].sort()).toEqual([...auditActions].sort());
});

it('exclude reads from the actions of users', () => {
  const all = userActionGroups.flatMap(({ actions }) => actions);
  expect(all).not.toContain('field_decrypt');
  expect(all).toContain('user_update');
  expect(all.length).toBe(auditActions.length - 4);
});
