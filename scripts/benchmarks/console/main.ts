import type { Browser } from 'playwright-core';
import { PICTURES } from '../../tests/e2e/screens/picture-list.ts';
import { startBrowser } from '../../tests/e2e/walk/browser.ts';
import { fillDemo } from '../../tests/running-vault/fill-demo.ts';
import { startVaultProcess } from '../../tests/running-vault/vault-process.ts';
import { number, print } from '../report.ts';
import { loadCold } from './cold-load.ts';
import { INTERACTIONS } from './interaction-list.ts';
import { slowestEvent } from './interactions.ts';
import { type Frames, moveLargeGraph, scrollLargeTable } from './large-views.ts';
import { openPage, type StoredSession, signIn } from './signed-in-page.ts';

async function measure(browser: Browser, address: string, session: StoredSession): Promise<void> {
  const visit = async <T>(
    stored: StoredSession,
    work: (page: Awaited<ReturnType<typeof openPage>>) => Promise<T>,
  ) => {
    const page = await openPage(browser, address, stored);
    try {
      return await work(page);
    } finally {
      await page.context().close();
    }
  };
  // Not measured: the first visit also starts parts of the browser and the server.
  await visit(session, (page) => loadCold(page, '/'));
  for (const { name, path, isPublic } of PICTURES) {
    const load = await visit(isPublic ? {} : session, (page) => loadCold(page, path));
    const { files, calls, scriptBytes, lcpMs, cls } = load;
    print(
      name,
      `${number(files).padStart(3)} files, ${number(calls).padStart(2)} calls   ${number(scriptBytes / 1000, 1).padStart(6)} kB of scripts   LCP ${number(lcpMs).padStart(5)} ms   CLS ${number(cls, 3)}`,
    );
  }
  for (const one of INTERACTIONS) {
    const ms = await visit(session, (page) => slowestEvent(page, one));
    print(one.name, `${number(ms).padStart(5)} ms to the next paint, processor slowed four times`);
  }
  const frames = ({ perSecond, longestMs }: Frames) =>
    `${number(perSecond, 1).padStart(5)} frames/s, longest ${number(longestMs)} ms`;
  print('scroll 10,000 rows', frames(await visit(session, scrollLargeTable)));
  const graph = await visit(session, moveLargeGraph);
  print('graph of 5,000 nodes', `${frames(graph)}, drawn after ${number(graph.drawnMs)} ms`);
}

const vault = await startVaultProcess();
try {
  const { logins } = await fillDemo(vault);
  const admin = logins.find(({ role }) => role === 'super_admin');
  if (admin === undefined) throw new Error('The demo has made no super_admin');
  const browser = await startBrowser();
  try {
    await measure(browser, vault.address, await signIn(vault.address, admin));
  } finally {
    await browser.close();
  }
} finally {
  await vault.stop();
}
