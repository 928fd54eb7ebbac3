import { openApiDocument } from '@pii-vault/contract/openapi';
import type { KeysOf } from '@pii-vault/contract/routes';
import { z } from 'zod';
import type { Handlers } from '../edge/handler.ts';
import { docsPage } from './docs-page.ts';

/** Both are made once: the contract does not change while the process lives. */
export function referenceHandlers(): Handlers<KeysOf<'reference'>> {
  const document = z.record(z.string(), z.json()).parse(openApiDocument('/api'));
  const page = docsPage();
  return {
    'GET /openapi.json': () => Promise.resolve({ body: document }),
    'GET /docs': () => Promise.resolve({ body: page }),
  };
}
