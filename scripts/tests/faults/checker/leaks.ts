import { findFilesContaining } from '../../running-vault/find-files-containing.ts';
import type { RecordedPerson } from '../load/operation-history.ts';
import { type Finding, findingOf } from './finding.ts';

/** Searches every file under these folders for the values that clients sent, in sent and in normalised form. */
export async function checkLeaks(
  people: Iterable<RecordedPerson>,
  folders: readonly string[],
): Promise<Finding[]> {
  const files = await findFilesContaining(valuesOf(people), folders);
  return findingOf('no readable value in a file', 'files that contain a sent value', files);
}

function valuesOf(people: Iterable<RecordedPerson>): Set<string> {
  const values = new Set<string>();
  for (const person of people) {
    values.add(person.externalId);
    for (const [type, written] of person.values)
      for (const { value } of written) {
        values.add(value);
        if (type === 'phone') values.add(value.slice(-10));
      }
  }
  return values;
}
