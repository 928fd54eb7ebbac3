import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';

interface ChangeOptions {
  /** Also refetch after a refusal: another user may have made the change. */
  alsoWhenRefused?: boolean;
  /** The mutation does not wait for the refetch: its result unmounts the component, whose callbacks would not run. */
  inBackground?: boolean;
  /** How long the response is kept, ms. */
  gcTime?: number;
}

/** A mutation that refetches the queries of these paths afterwards. */
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
