import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { DEFAULT_TIME_ZONE, isTimeZone } from '@pii-vault/platform/values/zoned-day';
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { TimeZone } from '../i18n/time-zone.ts';
import { PermissionScope } from '../session/permission-scope.ts';
import { newestSearch, wishSearch } from '../url/newest-search.ts';
import { chooseCompany } from './choose-company.ts';
import { announceCompany } from './company-event.ts';
import { useCompanies } from './use-companies.ts';

const STORED = 'selected_company';

interface Selection {
  companies: readonly Company[];
  /** undefined while the companies load or cannot be loaded, null when the user has none. */
  company: Company | null | undefined;
  choose: (id: number) => void;
}

const SelectionContext = createContext<Selection | null>(null);

/** For the next visit. A browser that stores nothing still has the choice in the address. */
function store(id: number): void {
  try {
    localStorage.setItem(STORED, String(id));
  } catch {
    return;
  }
}

/** A browser that does not know the company's zone takes the default. */
function zoneOf(company: Company | null | undefined): string {
  const zone = company?.timeZone ?? DEFAULT_TIME_ZONE;
  return isTimeZone(zone) ? zone : DEFAULT_TIME_ZONE;
}

/**
 * Resolves the selected company by the rule of choose-company.ts, keeps it in the address and announces it. Days and
 * times below are the company's.
 */
export function CompanyProvider({ children }: { children: ReactNode }) {
  const { data } = useCompanies();
  const location = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(location.search).get('company');
  const id = data
    ? chooseCompany(
        data.map((company) => company.id),
        asked,
        localStorage.getItem(STORED),
      )
    : null;

  useEffect(() => {
    if (id === null) return;
    store(id);
    announceCompany(id);
  }, [id]);

  useEffect(() => {
    if (id === null || asked === String(id)) return;
    const search = newestSearch(location);
    search.set('company', String(id));
    wishSearch(location, search);
    navigate({ search: search.toString(), hash: location.hash }, { replace: true, state: location.state });
  }, [id, asked, location, navigate]);

  const selection = useMemo<Selection>(
    () => ({
      companies: data ?? [],
      company: data ? (data.find((company) => company.id === id) ?? null) : undefined,
      choose: (next) => {
        // A link that was followed meanwhile would be left again.
        if (next === id) return;
        const search = newestSearch(location);
        // Page and selection belong to the company that was left; filters still mean something.
        for (const key of ['cursor', 'selected', 'entry', 'individual', 'import']) search.delete(key);
        search.set('company', String(next));
        wishSearch(location, search);
        store(next);
        navigate({ search: search.toString() });
      },
    }),
    [data, id, location, navigate],
  );
  return (
    <SelectionContext value={selection}>
      <TimeZone value={zoneOf(selection.company)}>
        <PermissionScope value={id ?? undefined}>{children}</PermissionScope>
      </TimeZone>
    </SelectionContext>
  );
}

/** The selected company; only below the shell. */
export function useSelectedCompany(): Selection {
  const selection = useContext(SelectionContext);
  if (!selection) throw new Error('useSelectedCompany outside CompanyProvider');
  return selection;
}
