import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { answersAgain } from './acts.ts';
import { find, rowsOf, type SpecTable, statesOf } from './spec-strings.ts';
import type { Tour } from './tour.ts';

/** Brings a screen into a state, as a user does. @returns the page that shows it */
export type Reach = (tour: Tour) => Promise<Page>;

/**
 * One test for each string that the specification requires on a screen, in the order of `states`. A fault in a window
 * that a state did not provoke fails the state.
 */
export function describeScreen<State extends string>(
  tour: Tour,
  screen: string,
  table: SpecTable<NoInfer<State>>,
  states: Readonly<Record<State, Reach>>,
): void {
  describe(screen, () => {
    for (const [state, reach] of Object.entries<Reach>(states)) {
      const rows = rowsOf(table, state);
      describe(state, () => {
        let page: Page | undefined;
        it('is reached', async () => {
          page = await reach(tour);
        });
        afterAll(async () => {
          if (page) await answersAgain(page);
          expect(await tour.takeFaults()).toEqual([]);
        });
        it.for(rows)('§ $section: $place "$text"', async (row, { skip }) => {
          if (page === undefined) return skip('its state was not reached');
          await find(page, row);
        });
      });
    }
    it('reaches every state of its table', () => {
      expect([...statesOf(table)].filter((state) => !(state in states))).toEqual([]);
    });
  });
}
