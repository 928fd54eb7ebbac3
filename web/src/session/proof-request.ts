import { userSignal } from './session-store.ts';

/** A pending request for the password. `answered` resolves to whether the user entered it. */
interface ProofRequest {
  readonly answered: Promise<boolean>;
  readonly answer: (isGiven: boolean) => void;
}

let request: ProofRequest | undefined;
const listeners = new Set<() => void>();

function set(next: ProofRequest | undefined): void {
  request = next;
  for (const listener of listeners) listener();
}

/**
 * Asks the user for the password again. Concurrent calls share one dialog. Resolves to false if the user logs out or
 * another one signs in.
 */
export function requestProof(): Promise<boolean> {
  if (request === undefined) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const user = userSignal();
    const leave = () => answerProof(false);
    user.addEventListener('abort', leave);
    const answer = (isGiven: boolean) => {
      user.removeEventListener('abort', leave);
      resolve(isGiven);
    };
    set({ answered: promise, answer });
  }
  return request?.answered ?? Promise.resolve(false);
}

export const isProofRequested = (): boolean => request !== undefined;

/** Closes the dialog with this answer. */
export function answerProof(isGiven: boolean): void {
  const open = request;
  set(undefined);
  open?.answer(isGiven);
}

export function subscribeProof(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
