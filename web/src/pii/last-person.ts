import { useEffect } from 'react';
import { useUser } from '../session/use-session.ts';

/** A person's record: ids only, never a value. */
export interface PersonRef {
  companyId: number;
  id: number;
  /** The search by it reads one row. */
  masterKey: string;
}

const keyOf = (userId: number): string => `last_people_${userId}`;

/** The last person of each company, the newest first; empty without storage. */
function readLast(userId: number): readonly PersonRef[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRef) : [];
  } catch {
    return [];
  }
}

const isRef = (one: unknown): one is PersonRef =>
  typeof one === 'object' &&
  one !== null &&
  ['companyId', 'id'].every((key) => Number.isSafeInteger(Reflect.get(one, key))) &&
  typeof Reflect.get(one, 'masterKey') === 'string';

/** Companies remembered for a user. */
const MOST = 50;

function remember(userId: number, person: PersonRef): void {
  const others = readLast(userId).filter((one) => one.companyId !== person.companyId);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([person, ...others].slice(0, MOST)));
  } catch {
    // Without storage the Dashboard shows no person.
  }
}

/** Notes the person that the user looks at or has found, for the summary of the Dashboard. */
export function useRememberPerson(
  companyId: number,
  { id, masterKey }: { id?: number; masterKey?: string } = {},
): void {
  const { id: userId } = useUser();
  useEffect(() => {
    if (id !== undefined && masterKey !== undefined) remember(userId, { companyId, id, masterKey });
  }, [userId, companyId, id, masterKey]);
}

/** The person that the user last looked at or searched for, of a company or of all. */
export function useLastPerson(companyId: number | undefined): PersonRef | undefined {
  const { id: userId } = useUser();
  return readLast(userId).find((one) => companyId === undefined || one.companyId === companyId);
}
