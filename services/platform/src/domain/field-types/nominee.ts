import { z } from 'zod';
import { email } from './email.ts';
import { name } from './name.ts';
import { phone } from './phone.ts';
import { accept, type Canonical, refuse, type TypeRules, type ValueContext } from './type-rules.ts';

/** How a nominee is related to the person: a closed catalogue, so that the value cannot contain a name. */
export const RELATIONSHIPS = ['spouse', 'child', 'parent', 'sibling', 'guardian', 'other'] as const;

/** An individual who exercises the person's rights after death or incapacity (DPDP Act, 2023, s.14). */
export interface Nominee {
  readonly name: string;
  readonly relationship: string;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

export const MOST_NOMINEES = 5;

/** Nominees of a person as one value: a JSON array whose parts follow the rules of their own types. */
export const nominee: TypeRules<'nominee'> = {
  type: 'nominee',
  canonicalise(plain, context) {
    const given = nomineesOf(plain);
    if (given.length === 0 || given.length > MOST_NOMINEES)
      return refuse('NOMINEES_COUNT', `1 to ${MOST_NOMINEES} nominees are named`);
    const parts: Nominee[] = [];
    for (const one of given) {
      const checked = canonicalNominee(one, context);
      if ('ok' in checked) return checked;
      parts.push(checked);
    }
    return accept(JSON.stringify(parts));
  },
  matchForm: () => null,
  indexForm: () => null,
  mask: (canonical) =>
    JSON.stringify(
      nomineesOf(canonical).map((one) => ({
        name: name.mask(one.name),
        relationship: one.relationship,
        ...(one.email === undefined ? {} : { email: email.mask(one.email) }),
        ...(one.phone === undefined ? {} : { phone: phone.mask(one.phone) }),
      })),
    ),
};

const stored = z.array(
  z.object({
    name: z.string(),
    relationship: z.string(),
    email: z.string().optional(),
    phone: z.string().optional(),
  }),
);

/** The nominees of a stored or masked value; none of a text that is no such value. */
export function nomineesOf(text: string): Nominee[] {
  try {
    return stored.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}

function canonicalNominee(one: Nominee, context: ValueContext): Nominee | Extract<Canonical, { ok: false }> {
  if (!RELATIONSHIPS.some((known) => known === one.relationship))
    return refuse('RELATIONSHIP_UNKNOWN', `A relationship is one of ${RELATIONSHIPS.join(', ')}`);
  const called = name.canonicalise(one.name, context);
  if (!called.ok) return called;
  const mail = one.email === undefined ? undefined : email.canonicalise(one.email, context);
  if (mail?.ok === false) return mail;
  const number = one.phone === undefined ? undefined : phone.canonicalise(one.phone, context);
  if (number?.ok === false) return number;
  return {
    name: called.value,
    relationship: one.relationship,
    ...(mail === undefined ? {} : { email: mail.value }),
    ...(number === undefined ? {} : { phone: number.value }),
  };
}
