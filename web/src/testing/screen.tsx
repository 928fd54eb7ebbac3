import { permissions } from '@pii-vault/contract/permissions';
import type { ReactNode } from 'react';
import { matchPath } from 'react-router-dom';
import { features } from '../app/features.ts';
import { CompanyProvider } from '../company/company-provider.tsx';
import { startSession } from '../session/session-store.ts';
import type { SessionUser } from '../session/session-user.ts';
import { withExamples } from './examples.ts';
import { renderApp } from './render.tsx';
import { sampleUser } from './samples.ts';
import { stubApi } from './stub-api.ts';

const routes = features.flatMap((feature) => feature.routes);

async function screenAt(address: string): Promise<ReactNode> {
  const pathname = address.replace(/\?.*/, '');
  const load = routes.find(({ path }) => path !== undefined && matchPath(path, pathname))?.lazy;
  if (typeof load !== 'function') throw new Error(`No screen has the address ${address}`);
  return ((await load()) as { element: ReactNode }).element;
}

/**
 * Shows the screen of an address, with the contract's examples for calls without an answer. The user has every
 * permission unless `user` says otherwise. `sent` are the calls with a key, in order.
 */
export async function showScreen(
  address: string,
  answers: Readonly<Record<string, unknown>> = {},
  user: Partial<SessionUser> = {},
) {
  startSession('t', sampleUser({ permissions: [...permissions], ...user }));
  const calls = stubApi(withExamples(answers));
  const element = await screenAt(address);
  const view = renderApp(
    <CompanyProvider>
      <main tabIndex={-1}>{element}</main>
    </CompanyProvider>,
    { route: address },
  );
  return { ...view, calls, sent: (key: string) => calls.filter((call) => call.key === key) };
}
