import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { CheckedParts } from './checked-parts.ts';
import { readFingerprints } from './element-fingerprints.ts';

declare const axe: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> };

/** Every rule runs; the result omits elements that pass, which no test reads. */
const TERSE: RunOptions = { resultTypes: ['violations'], selectors: false };

/** About colours, the only thing in which the two themes differ. */
const COLOURS: RunOptions = { ...TERSE, runOnly: ['color-contrast', 'link-in-text-block'] };

/** Pages that load again and again while they are checked have no answer. */
const MOST_TRIES = 10;

/** What axe-core calls serious or critical in parts of the page that were not checked before, as `rule: element`. */
async function findings(page: Page, checked: CheckedParts, options: RunOptions): Promise<string[]> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    await settled(page);
    const found = await findOnce(page, checked, options);
    if (found !== undefined) return found;
  }
  throw new Error(`The page loaded during each of ${MOST_TRIES} checks`);
}

/** Undefined when a part of the page began to load meanwhile: rows that are dimmed would be judged wrongly. */
async function findOnce(
  page: Page,
  checked: CheckedParts,
  options: RunOptions,
): Promise<string[] | undefined> {
  const read = await page.evaluateHandle(readFingerprints);
  const { width, ...told } = await read.evaluate(({ parents, fingerprints, texts }) => ({
    parents,
    fingerprints,
    texts,
    width: innerWidth,
  }));
  const { known, remember } = checked.compare(told, width);
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
 * Until what moves has come to rest and what loads is there: a dialog that is still fading in, or rows that are dimmed
 * while others are fetched, are judged wrongly.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // The end of one may start another.
    for (let now = moving(); now.length > 0; now = moving())
      await Promise.allSettled(now.map((animation) => animation.finished));
  });
}

type Theme = 'light' | 'dark';

/**
 * Checks pages as they stand; a page that everybody can use has no findings. Every rule runs in one theme, those about
 * colours in the other one, in which the page stays: changing it is most of the work. What looks like a part of any
 * page checked before is passed over.
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
