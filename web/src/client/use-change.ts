import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

interface ChangeOptions {
  /** Fetches again also after a refusal: another person may have made the change. */
  alsoWhenRefused?: boolean;
  /** How long the answer is kept, ms. */
  gcTime?: number;
}

/** A call that changes something. Afterwards the queries of these paths are fetched again. */
export function useChange<Input = void, Result = unknown>(
  change: (input: Input) => Promise<Result>,
  paths: readonly string[],
  { alsoWhenRefused = false, ...kept }: ChangeOptions = {},
): UseMutationResult<Result, Error, Input> {
  const queryClient = useQueryClient();
  const refresh = () => Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
  return useMutation({
    mutationFn: change,
    ...(alsoWhenRefused ? { onSettled: refresh } : { onSuccess: refresh }),
    ...kept,
  });
}
