import { openApiSteps } from '@pii-vault/contract/openapi';
import type { KeysOf } from '@pii-vault/contract/routes';
import { yieldToEventLoop } from '@pii-vault/platform/core/threads/yield-to-event-loop';
import type { z } from 'zod';
import type { Handlers } from '../edge/handler.ts';
import { docsPage } from './docs-page.ts';

type OpenApi = Record<string, z.core.util.JSONType>;

/**
 * Both are created at the first request: creating them takes much of the start time, and most processes never serve
 * them.
 */
export function referenceHandlers(): Handlers<KeysOf<'reference'>> {
  let document: Promise<OpenApi> | undefined;
  let page: string | undefined;
  return {
    async 'GET /openapi.json'() {
      document ??= createDocument();
      return { body: await document };
    },
    async 'GET /docs'() {
      page ??= docsPage();
      return { body: page };
    },
  };
}

/** Requests of others run between its steps. */
async function createDocument(): Promise<OpenApi> {
  const steps = openApiSteps('/api');
  let step = steps.next();
  while (step.done !== true) {
    await yieldToEventLoop();
    step = steps.next();
  }
  return JSON.parse(JSON.stringify(step.value));
}
