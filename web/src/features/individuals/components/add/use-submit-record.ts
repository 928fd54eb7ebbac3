import type { CreateRecord } from '@pii-vault/contract/pii-records/pii-records-schema';
import { Problem } from '@pii-vault/contract/problem';
import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../../client/message-of.ts';
import { notify } from '../../../../ui/notify.tsx';
import { useCreateRecord } from '../../queries.ts';
import { randomKey } from '../../rules/random-key.ts';
import { placeOf, type RecordForm } from '../../rules/record-form.ts';

/** Index of the step that contains a field of the form. */
const stepOf = (place: string): number =>
  place.startsWith('fields') ? 1 : place.startsWith('consent') ? 2 : 0;

/** Stores the record. Shows the vault's errors at their fields and opens the step with the first one. */
export function useSubmitRecord(
  form: UseFormReturn<RecordForm>,
  onStep: (step: number) => void,
  mayChoose = false,
) {
  const { t } = useTranslation('individuals');
  const create = useCreateRecord();
  // One key per content: a second click repeats the request, a corrected form is a new request.
  const attempt = useRef({ content: '', key: '' });

  function keyFor(content: string): string {
    if (attempt.current.content !== content) attempt.current = { content, key: randomKey() };
    return attempt.current.key;
  }

  function tell(error: unknown): void {
    const found: Array<[NonNullable<ReturnType<typeof placeOf>> | 'person', string]> = [];
    if (error instanceof Problem) {
      for (const [path, message] of error.fieldErrors) {
        const place = placeOf(path);
        if (place) found.push([place, message]);
      }
      if (error.reason === 'EXTERNAL_ID_EXISTS') found.push(['externalId', messageOf(error, '')]);
      // Only a form that asks for the person can show it there.
      if (error.status === 404 && mayChoose) found.push(['person', t('add.unknownPerson')]);
    }
    const first = found[0];
    if (!first) {
      notify.error(t('error'), messageOf(error, t('add.failed')), { error: error });
      return;
    }
    for (const [place, message] of found) form.setError(place, { message });
    onStep(stepOf(first[0]));
  }

  async function submit(body: CreateRecord) {
    try {
      return await create.mutateAsync({ body, idempotencyKey: keyFor(JSON.stringify(body)) });
    } catch (error) {
      tell(error);
      return undefined;
    }
  }
  return { submit, isPending: create.isPending };
}
