import { openApiDocument } from '@pii-vault/contract/openapi';
import type { KeysOf } from '@pii-vault/contract/routes';
import { z } from 'zod';
import type { Handlers } from '../edge/handler.ts';
import { docsPage } from './docs-page.ts';

const documentShape = z.record(z.string(), z.json());

/**
 * Both are created at the first request: creating them takes much of the start time, and most processes never serve
 * them.
 */
export function referenceHandlers(): Handlers<KeysOf<'reference'>> {
  let document: z.infer<typeof documentShape> | undefined;
  let page: string | undefined;
  return {
    async 'GET /openapi.json'() {
      document ??= documentShape.parse(openApiDocument('/api'));
      return { body: document };
    },
    async 'GET /docs'() {
      page ??= docsPage();
      return { body: page };
    },
  };
}
