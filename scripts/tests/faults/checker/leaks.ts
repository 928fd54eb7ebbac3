import { findFilesContaining, surroundingsOf } from '../../running-vault/find-files-containing.ts';
import type { RecordedPerson } from '../load/operation-history.ts';
import { type Finding, findingOf } from './finding.ts';

/** Searches every file under these folders for the values that clients sent, in sent and in normalised form. */
export async function checkLeaks(
  people: Iterable<RecordedPerson>,
  folders: readonly string[],
): Promise<Finding[]> {
  const typeOf = valuesOf(people);
  const files = await findFilesContaining(typeOf.keys(), folders);
  const places = await Promise.all(
    files.map(async (file) => {
      const [first] = await surroundingsOf(typeOf.keys(), file);
      return first === undefined ? file : `${file}, ${typeOf.get(first.value)} in ${first.text}`;
    }),
  );
  return findingOf('no readable value in a file', 'files that contain a sent value', places);
}

/** The type of each value. */
function valuesOf(people: Iterable<RecordedPerson>): Map<string, string> {
  const values = new Map<string, string>();
  for (const person of people) {
    values.set(person.externalId, 'externalId');
    for (const [type, written] of person.values)
      for (const { value } of written) {
        values.set(value, type);
        if (type === 'phone') values.set(value.slice(-10), type);
      }
  }
  return values;
}
