import { permissions } from '@pii-vault/contract/permissions';
import type { ReactNode } from 'react';
import { features } from '../app/features.ts';
import { CompanyProvider } from '../company/company-provider.tsx';
import { startSession } from '../session/session-store.ts';
import type { SessionUser } from '../session/session-user.ts';
import { withExamples } from './examples.ts';
import { renderApp } from './render.tsx';
import { sampleUser } from './samples.ts';
import { stubApi } from './stub-api.ts';

const loaders = new Map(
  features.flatMap((feature) => feature.routes).map((route) => [route.path, route.lazy] as const),
);

async function screenAt(address: string): Promise<ReactNode> {
  const load = loaders.get(address.replace(/\?.*/, ''));
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
