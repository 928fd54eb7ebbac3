import { useLocation } from 'react-router-dom';
import { useSession } from '../session/use-session.ts';
import { useUrlState } from '../url/use-url-state.ts';
import { useSelectedCompany } from './company-provider.tsx';

/** The stored choice of a user. */
const storedKey = (userId: number | undefined) => `dashboard_scope_${userId ?? ''}`;
const ALL = 'all';
const ONE = 'company';
/** The only screen that offers the choice. */
const DASHBOARD = '/';

export interface Scope {
  /** False while the companies load: no call is made then. */
  isKnown: boolean;
  /** The company that every figure is of; undefined: all companies of the user. */
  companyId: number | undefined;
  /** Whether there is a choice: not with one company. */
  hasChoice: boolean;
  choose: (isAll: boolean) => void;
}

/**
 * The one scope of a screen's figures: the selected company, or on the Dashboard all companies of the user if that is
 * chosen. The choice is in the URL and stored for the next visit.
 */
export function useScope(): Scope {
  const { companies, company } = useSelectedCompany();
  const { get, set } = useUrlState();
  const { pathname } = useLocation();
  const { user } = useSession();
  const hasChoice = pathname === DASHBOARD && companies.length > 1;
  const isAll = hasChoice && (get('scope') || localStorage.getItem(storedKey(user?.id))) === ALL;
  return {
    isKnown: company !== undefined,
    companyId: isAll ? undefined : company?.id,
    hasChoice,
    choose(all) {
      const scope = all ? ALL : ONE;
      try {
        localStorage.setItem(storedKey(user?.id), scope);
      } catch {
        // Without storage the URL has the choice.
      }
      set({ scope });
    },
  };
}
