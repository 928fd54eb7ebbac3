import { findFilesContaining } from '../../running-vault/find-files-containing.ts';
import type { ToldPerson } from '../load/told.ts';
import { type Finding, findingOf } from './finding.ts';

/** Looks for everything that clients sent, as sent and as written down, in every file under these folders. */
export async function checkLeaks(
  people: Iterable<ToldPerson>,
  folders: readonly string[],
): Promise<Finding[]> {
  const files = await findFilesContaining(valuesOf(people), folders);
  return findingOf('no readable value in a file', 'files with a value that was sent', files);
}

function valuesOf(people: Iterable<ToldPerson>): Set<string> {
  const values = new Set<string>();
  for (const person of people) {
    values.add(person.externalId);
    for (const [type, said] of person.values)
      for (const { value } of said) {
        values.add(value);
        if (type === 'phone') values.add(value.slice(-10));
      }
  }
  return values;
}
