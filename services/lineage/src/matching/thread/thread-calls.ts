import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { errorOf } from '@pii-vault/platform/core/errors/failure';
import { OpenStoreKeysRequest, OpenStoreKeysResponse } from '@pii-vault/proto/crypto/v1/keys';
import { PullFeaturesRequest, PullFeaturesResponse } from '@pii-vault/proto/vault/v1/features';
import type { CryptoKeys } from '../../spaces/keys/store-keys.ts';
import type { PullDeps } from '../pull-features.ts';
import type { CallName, FromThread, ToThread } from './thread-protocol.ts';

export interface ThreadCalls {
  readonly features: PullDeps['features'];
  readonly crypto: CryptoKeys;
  /** Accepts the answers of calls. */
  hear(message: Extract<ToThread, { does: 'answer' | 'fail' }>): void;
}

/** Clients whose calls are made by the main thread. */
export function callsOf(say: (said: FromThread) => void): ThreadCalls {
  const waiting = new Map<number, PromiseWithResolvers<readonly Uint8Array[]>>();
  let last = 0;
  const ask = (name: CallName, { caller, deadlineAt }: Ctx, request: Uint8Array) => {
    last += 1;
    const answer = Promise.withResolvers<readonly Uint8Array[]>();
    waiting.set(last, answer);
    const company = caller.kind === 'service' && caller.company !== 'system' ? caller.company : null;
    say({ says: 'call', call: last, name, company, deadlineMs: deadlineAt - Date.now(), request });
    return answer.promise;
  };
  return {
    features: {
      async *pullFeatures(ctx, request) {
        const bytes = PullFeaturesRequest.encode(PullFeaturesRequest.fromPartial(request)).finish();
        for (const message of await ask('pullFeatures', ctx, bytes))
          yield PullFeaturesResponse.decode(message);
      },
    },
    crypto: {
      async openStoreKeys(ctx, request) {
        const bytes = OpenStoreKeysRequest.encode(OpenStoreKeysRequest.fromPartial(request)).finish();
        const [message = new Uint8Array()] = await ask('openStoreKeys', ctx, bytes);
        return OpenStoreKeysResponse.decode(message);
      },
    },
    hear(message) {
      const answer = waiting.get(message.call);
      waiting.delete(message.call);
      if (message.does === 'answer') answer?.resolve(message.messages);
      else answer?.reject(errorOf(message.failure));
    },
  };
}
