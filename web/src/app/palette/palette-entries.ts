import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { Individual } from '@pii-vault/contract/individuals/individuals-schema';
import type { User as ConsoleUser } from '@pii-vault/contract/users/users-schema';
import { isolate } from '@pii-vault/platform/values/direction-marks';
import { Building2, type LucideIcon, User, UserCog } from 'lucide-react';
import type { Screen } from '../../routing/feature.ts';

export interface PaletteEntry {
  /** Differs for each entry. */
  value: string;
  label: string;
  note: string;
  icon: LucideIcon;
  to: string;
}

interface Sources {
  query: string;
  screens: readonly Screen[];
  screenName: (screen: Screen) => string;
  companies: readonly Company[];
  companyName: (id: number) => string;
  individuals: readonly Individual[];
  users: readonly ConsoleUser[];
  /** Selected company; kept in the links. */
  companyId: number | undefined;
  notes: { screen: string; company: string; user: string };
}

const MAX_COMPANIES = 5;
const MAX_USERS = 6;

/** Entries of the palette: screens, people found by the server, companies by name or code, users by name or email. */
export function paletteEntries(sources: Sources): readonly PaletteEntry[] {
  const needle = sources.query.trim().toLowerCase();
  const matches = (...texts: string[]) => texts.some((text) => text.toLowerCase().includes(needle));
  const keep = sources.companyId === undefined ? '' : `?company=${sources.companyId}`;
  return [
    ...sources.screens
      .filter((screen) => matches(sources.screenName(screen)))
      .map((screen) => ({
        value: screen.path,
        label: sources.screenName(screen),
        note: sources.notes.screen,
        icon: screen.icon,
        to: `${screen.path}${keep}`,
      })),
    ...sources.individuals.map((person) => ({
      value: `individual-${person.companyId}-${person.id}`,
      label: `IND_${person.id}`,
      note: sources.companyName(person.companyId),
      icon: User,
      to: `/individuals?company=${person.companyId}&selected=${person.id}`,
    })),
    ...sources.companies
      .filter((company) => needle !== '' && matches(company.name, company.code))
      .slice(0, MAX_COMPANIES)
      .map((company) => ({
        value: `company-${company.id}`,
        label: company.name,
        note: sources.notes.company,
        icon: Building2,
        to: `/?company=${company.id}`,
      })),
    ...sources.users
      .filter(
        ({ firstName, lastName, email }) => asksForUser(needle) && matches(`${firstName} ${lastName}`, email),
      )
      .slice(0, MAX_USERS)
      .map((user) => ({
        value: `user-${user.id}`,
        label: `${isolate(`${user.firstName} ${user.lastName}`)} · ${user.email}`,
        note: sources.notes.user,
        icon: UserCog,
        to:
          sources.companyId === undefined
            ? `/users?selected=${user.id}`
            : `/users${keep}&selected=${user.id}`,
      })),
  ];
}

/**
 * Whether the query can be a part of an id or of a master key, with or without `IND_`. Letters alone need at least six
 * characters, because a short name may consist of a to f only.
 */
export const asksForPerson = (query: string): boolean =>
  /^(ind_)?(\d+|(?=.*\d)[0-9a-f][0-9a-f-]{0,35}|[0-9a-f-]{6,36})$/i.test(query.trim());

/** At least two characters, because one letter matches almost every name. */
export const asksForUser = (query: string): boolean => query.trim().length >= 2;
