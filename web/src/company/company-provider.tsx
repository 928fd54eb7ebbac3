import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { DEFAULT_TIME_ZONE, isTimeZone } from '@pii-vault/platform/values/zoned-day';
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { TimeZone } from '../i18n/time-zone.ts';
import { PermissionScope } from '../session/permission-scope.ts';
import { useSession } from '../session/use-session.ts';
import { newestSearch, wishSearch } from '../url/use-url-state.ts';
import { useCompanies } from './use-companies.ts';

/** The stored choice of a user: another user of the same browser starts in their own company. */
const storedKey = (userId: number | undefined) => `selected_company_${userId ?? ''}`;

interface Selection {
  companies: readonly Company[];
  /** undefined while the companies load or if that failed; null if the user has none. */
  company: Company | null | undefined;
  choose: (id: number) => void;
}

const SelectionContext = createContext<Selection | null>(null);

/** Stores the choice for the next visit. Without storage the URL still has it. */
function store(userId: number | undefined, id: number): void {
  try {
    localStorage.setItem(storedKey(userId), String(id));
  } catch {
    return;
  }
}

/** The company's time zone; the default if the browser does not know it. */
function zoneOf(company: Company | null | undefined): string {
  const zone = company?.timeZone ?? DEFAULT_TIME_ZONE;
  return isTimeZone(zone) ? zone : DEFAULT_TIME_ZONE;
}

/**
 * Resolves the selected company by `chooseCompany`, keeps it in the URL and announces it. Its children show days and
 * times in the company's time zone.
 */
export function CompanyProvider({ children }: { children: ReactNode }) {
  const { data } = useCompanies();
  const { user } = useSession();
  const userId = user?.id;
  const location = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(location.search).get('company');
  const id = data
    ? chooseCompany(
        data.map((company) => company.id),
        { asked, stored: localStorage.getItem(storedKey(userId)), primary: user?.companyId },
      )
    : null;

  useEffect(() => {
    if (id === null) return;
    store(userId, id);
    announceCompany(id);
  }, [id, userId]);

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
        // The user may have followed a link meanwhile, which must not be overwritten.
        if (next === id) return;
        const search = newestSearch(location);
        // Page and selection belong to the previous company; filters stay valid.
        for (const key of ['cursor', 'selected', 'entry', 'individual', 'import']) search.delete(key);
        search.set('company', String(next));
        wishSearch(location, search);
        store(userId, next);
        navigate({ search: search.toString() });
      },
    }),
    [data, id, userId, location, navigate],
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

/** The default company of a user without a primary one. */
const DEFAULT_COMPANY = 1;

interface CompanyWishes {
  /** Of the URL. */
  readonly asked: string | null;
  /** Last choice of this user in this browser. */
  readonly stored: string | null;
  /** Primary company of the user; null for a user of all companies. */
  readonly primary: number | null | undefined;
}

/**
 * The selected company: that of the URL, else the stored one, else the user's primary company, else company 1, else the
 * user's first; each only if the user has it. null if the user has none.
 */
export function chooseCompany(
  ids: readonly number[],
  { asked, stored, primary }: CompanyWishes,
): number | null {
  for (const wish of [asked, stored, primary, DEFAULT_COMPANY]) {
    const id = Number(wish ?? Number.NaN);
    if (ids.includes(id)) return id;
  }
  return ids[0] ?? null;
}

/** Announces the selected company to the page and to external scripts. */
function announceCompany(companyId: number): void {
  window.dispatchEvent(new CustomEvent<{ companyId: number }>('companyChanged', { detail: { companyId } }));
}
