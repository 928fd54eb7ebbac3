import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { LineageGraph } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import type { Page } from 'playwright-core';

const ROWS = 10_000;
const NODES = 5_000;
const FRAMES = 120;

/** Frames during an animation: a display shows 60 per second. */
export interface Frames {
  readonly perSecond: number;
  /** Longest pause between two frames, ms. */
  readonly longestMs: number;
}

/** Scrolls a table of 10,000 rows; the server's answer is extended to that size. */
export async function scrollLargeTable(page: Page): Promise<Frames> {
  await page.route(
    (url) => url.pathname === '/api/companies',
    async (route) => {
      const response = await route.fetch();
      const [first]: Company[] = await response.json();
      if (first === undefined) throw new Error('The vault has no company');
      const rows = Array.from({ length: ROWS }, (_, at) => ({ ...first, id: at + 1, name: `Company ${at}` }));
      await route.fulfill({ response, json: rows });
    },
  );
  await page.goto('/companies');
  await page.getByText('Company 3', { exact: true }).first().waitFor();
  await page.waitForLoadState('networkidle');
  const box = await page.getByText('Company 3', { exact: true }).first().boundingBox();
  await page.mouse.move(box?.x ?? 0, box?.y ?? 0);
  return await countFrames(page, async () => await page.mouse.wheel(0, 900));
}

/** Draws a graph of 5,000 nodes and moves it. @returns ms from navigation to the drawing, and frames of the movement */
export async function moveLargeGraph(page: Page): Promise<Frames & { readonly drawnMs: number }> {
  await page.route(
    (url) => url.pathname === '/api/data-lineage/graph',
    (route) => route.fulfill({ json: largeGraph() }),
  );
  const start = performance.now();
  await page.goto('/data-lineage?nodes=5000');
  const graph = page.locator('[data-graph]').first();
  await graph.locator('canvas, svg').first().waitFor();
  await page.waitForLoadState('networkidle');
  const drawnMs = performance.now() - start;
  const box = await graph.boundingBox();
  if (box === null) throw new Error('The graph is not visible');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  let step = 0;
  const frames = await countFrames(page, async () => {
    step += 1;
    await page.mouse.move(x + (step % 40), y + (step % 30));
  });
  await page.mouse.up();
  return { ...frames, drawnMs };
}

const PAIR = { relationshipType: 'same_individual', verificationStatus: 'verified' } as const;

function largeGraph(): LineageGraph {
  const companies = Array.from({ length: 10 }, (_, at) => ({
    id: `company:${at + 1}`,
    name: `Company ${at + 1}`,
    type: 'company' as const,
    tier: 'secondary',
  }));
  const people = Array.from({ length: NODES - companies.length }, (_, at) => ({
    id: `individual:${at + 1}`,
    name: `IND_${at + 1}`,
    type: 'individual' as const,
    tier: null,
  }));
  const link = {
    entryId: null,
    confidence: 100,
    grade: null,
    relationshipType: null,
    verificationStatus: null,
  };
  return {
    nodes: [...companies, ...people],
    links: [
      ...people.map(({ id }, at) => ({ ...link, source: `company:${(at % 10) + 1}`, target: id })),
      // Links every second person to the next one, in the next company.
      ...people
        .slice(0, -1)
        .flatMap(({ id }, at) =>
          at % 2 === 0
            ? [{ ...link, ...PAIR, source: id, target: `individual:${at + 2}`, entryId: at + 1 }]
            : [],
        ),
    ],
  };
}

/** Repeats `move` until 120 frames have passed. */
async function countFrames(page: Page, move: () => Promise<void>): Promise<Frames> {
  const counted = page.evaluate(
    (count) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = [];
        const next = (time: number) => {
          times.push(time);
          if (times.length > count) resolve(times);
          else requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
    FRAMES,
  );
  let isOver = false;
  const times = counted.finally(() => {
    isOver = true;
  });
  while (!isOver) await move();
  const at = await times;
  const pauses = at.slice(1).map((time, n) => time - (at[n] ?? time));
  const total = pauses.reduce((sum, pause) => sum + pause, 0);
  return { perSecond: (1000 * pauses.length) / total, longestMs: Math.max(...pauses) };
}
