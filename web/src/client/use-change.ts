import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

interface ChangeOptions {
  /** Refetches also after a refusal: another user may have made the change. */
  alsoWhenRefused?: boolean;
  /**
   * The change does not wait for the queries: their results unmount the component that made it, and callbacks of an
   * unmounted component do not run.
   */
  inBackground?: boolean;
  /** How long the response is kept, ms. */
  gcTime?: number;
}

/** A mutation. Afterwards the queries of these paths are refetched. */
export function useChange<Input = void, Result = unknown>(
  change: (input: Input) => Promise<Result>,
  paths: readonly string[],
  { alsoWhenRefused = false, inBackground = false, ...kept }: ChangeOptions = {},
): UseMutationResult<Result, Error, Input> {
  const queryClient = useQueryClient();
  const refresh = () => {
    const fetched = Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
    return inBackground ? undefined : fetched;
  };
  return useMutation({
    mutationFn: change,
    ...(alsoWhenRefused ? { onSettled: refresh } : { onSuccess: refresh }),
    ...kept,
  });
}
