import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { newQueryClient } from '../client/query-client.ts';
import { system } from '../theme/system.ts';
import { Toaster } from '../ui/toast-view.tsx';

/** Renders with the providers of the app, at the given route. */
export function renderApp(ui: ReactNode, { route = '/' }: { route?: string } = {}) {
  const router = createMemoryRouter([{ path: '*', element: ui }], { initialEntries: [route] });
  const queryClient = newQueryClient();
  const view = render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={queryClient}>
        <Suspense fallback={null}>
          <RouterProvider router={router} />
        </Suspense>
        <Toaster />
      </QueryClientProvider>
    </ChakraProvider>,
  );
  return { ...view, router, queryClient };
}
