import { createBrowserRouter } from 'react-router-dom';
import { Loading } from '../ui/loading.tsx';
import { features } from './features.ts';
import { Crashed } from './pages/crashed.tsx';
import { NotFound } from './pages/not-found.tsx';
import { SessionGate } from './session-gate.tsx';
import { SessionStart } from './session-start.tsx';
import { Shell } from './shell/shell.tsx';

/** Public screens need no session; every other screen is behind the session gate and inside the shell. */
export const newRouter = () =>
  createBrowserRouter([
    {
      Component: SessionStart,
      ErrorBoundary: Crashed,
      HydrateFallback: Loading,
      children: [
        ...features.flatMap((feature) => feature.publicRoutes ?? []),
        {
          Component: SessionGate,
          children: [
            {
              Component: Shell,
              children: [
                {
                  ErrorBoundary: Crashed,
                  children: [
                    ...features.flatMap((feature) => feature.routes),
                    { path: '*', Component: NotFound },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ]);
