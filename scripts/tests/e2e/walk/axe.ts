import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { CheckedParts } from './checked-parts.ts';
import { readFingerprints } from './element-fingerprints.ts';

declare const axe: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> };

/** Every rule runs; the result omits elements that pass, which no test reads. */
const TERSE: RunOptions = { resultTypes: ['violations'], selectors: false };

/** Rules about colours: the two themes differ in nothing else. */
const COLOURS: RunOptions = { ...TERSE, runOnly: ['color-contrast', 'link-in-text-block'] };

/** Checks of a page that keeps loading, before the test fails. */
const MOST_TRIES = 10;

/** Serious and critical findings of axe-core in parts of the page that were not checked before, as `rule: element`. */
async function findings(page: Page, checked: CheckedParts, options: RunOptions): Promise<string[]> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    await settled(page);
    const found = await findOnce(page, checked, options);
    if (found !== undefined) return found;
  }
  throw new Error(`The page loaded during each of ${MOST_TRIES} checks`);
}

/** @returns undefined if part of the page loaded during the check: axe reports dimmed rows as low contrast */
async function findOnce(
  page: Page,
  checked: CheckedParts,
  options: RunOptions,
): Promise<string[] | undefined> {
  const read = await page.evaluateHandle(readFingerprints);
  const { width, ...pageFingerprints } = await read.evaluate(({ parents, fingerprints, texts }) => ({
    parents,
    fingerprints,
    texts,
    width: innerWidth,
  }));
  const { known, remember } = checked.compare(pageFingerprints, width);
  const found = await read.evaluate(
    async ({ elements }, given) => {
      const isBusy = () => document.querySelector('[aria-busy="true"]') !== null;
      let wasBusy = isBusy();
      const observer = new MutationObserver(() => {
        wasBusy ||= isBusy();
      });
      observer.observe(document, { subtree: true, childList: true, attributeFilter: ['aria-busy'] });
      const exclude = given.known.flatMap((at) => elements[at] ?? []);
      const { violations } = await axe.run({ include: [document.documentElement], exclude }, given.options);
      observer.disconnect();
      if (wasBusy) return undefined;
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) =>
          nodes.map(({ html, any, all, none }) =>
            [`${id}: ${html.slice(0, 200)}`, ...[...any, ...all, ...none].map(({ message }) => message)].join(
              ' ',
            ),
          ),
        );
    },
    { known, options },
  );
  if (found !== undefined) remember();
  return found;
}

/**
 * Waits until animations have ended and nothing loads: axe reports low contrast in a dialog that fades in, and in rows
 * that are dimmed while others load.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // An animation may start another when it ends.
    for (let now = moving(); now.length > 0; now = moving())
      await Promise.allSettled(now.map((animation) => animation.finished));
  });
}

type Theme = 'light' | 'dark';

/**
 * Checks the current state of pages; an accessible page has no findings. Runs every rule in the current theme, then the
 * rules about colours in the other one. The page keeps the other theme, because switching takes most of the time. Skips
 * parts that equal a part of a page checked before.
 */
export function startChecking(page: Page): () => Promise<string[]> {
  const checked = new CheckedParts();
  let theme: Theme = 'light';
  return async () => {
    const found = await findings(page, checked, TERSE);
    const other: Theme = theme === 'light' ? 'dark' : 'light';
    await page.emulateMedia({ colorScheme: other });
    await page.locator(`html.${other}`).waitFor();
    const inOther = await findings(page, checked, COLOURS);
    const first = theme;
    theme = other;
    return [...found.map((one) => `${first}, ${one}`), ...inOther.map((one) => `${other}, ${one}`)];
  };
}
