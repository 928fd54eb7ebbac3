import { useCan, useCanAnywhere } from '../session/use-session.ts';
import type { Screen } from './feature.ts';

/** Whether the user may open a screen, in the selected company or, if the screen is across companies, in any. */
export function useOffered(): (screen: Screen) => boolean {
  const can = useCan();
  const canAnywhere = useCanAnywhere();
  return ({ permission, isAcross }) => !permission || (isAcross ? canAnywhere : can)(permission);
}
