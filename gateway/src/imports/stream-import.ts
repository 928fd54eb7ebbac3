import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type {
  CreateImportRequest,
  CreateImportResponse,
  ImportOptions,
} from '@pii-vault/proto/vault/v1/imports';
import type { Request } from 'express';
import type { Clients } from '../clients.ts';
import { bodyChunks } from '../edge/body.ts';

const maxChunkBytes = 256 * 1024;

export interface ImportDeps extends Pick<Clients, 'imports'> {
  readonly importLimitBytes: number;
  /** Timeout for the sender's next chunk. */
  readonly bodyPatienceMs: number;
}

/**
 * Streams the body to the vault without storing it. The vault pulls, so a slow vault slows the sender down.
 * @throws AppError PAYLOAD_TOO_LARGE above the limit (inflated), MALFORMED_BODY for a broken upload, REQUEST_TIMEOUT
 */
export async function streamImport(
  { imports, importLimitBytes, bodyPatienceMs }: ImportDeps,
  ctx: Ctx,
  options: ImportOptions,
  request: Request,
): Promise<CreateImportResponse> {
  let failure: unknown;
  async function* messages(): AsyncGenerator<CreateImportRequest> {
    yield { part: { $case: 'options', value: options } };
    try {
      for await (const chunk of bodyChunks(request, importLimitBytes, () => bodyPatienceMs))
        for (let at = 0; at < chunk.length; at += maxChunkBytes)
          yield { part: { $case: 'chunk', value: chunk.subarray(at, at + maxChunkBytes) } };
    } catch (thrown) {
      failure = thrown;
      throw thrown;
    }
  }
  try {
    return await imports.createImport(ctx, messages());
  } catch (thrown) {
    // A remote vault only sees a cancelled call; the error of the body is known here.
    throw failure ?? thrown;
  }
}
