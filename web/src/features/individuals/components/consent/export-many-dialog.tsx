import { chosenPeopleLimit } from '@pii-vault/contract/individuals/individuals-schema';
import { canonicalPurpose, purposeSchema } from '@pii-vault/contract/scalars';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../../client/download.ts';
import { useFormat } from '../../../../i18n/use-format.ts';
import { PurposePicker } from '../../../../pii/purpose-picker.tsx';
import { Field } from '../../../../ui/field.tsx';
import { exportPeople, findPeople, type IndividualsQuery } from '../../queries.ts';
import { approvalPath } from '../../rules/addresses.ts';
import { BulkDialog } from './bulk-dialog.tsx';

interface ExportManyDialogProps {
  companyId: number;
  companyName: string;
  people: readonly number[];
  /** Of the list, with the purpose of external ids. */
  include: Pick<IndividualsQuery, 'include' | 'purpose'>;
  onClose: () => void;
}

/** Saves the selected people as CSV like the export of the list, after a dry run. */
export function ExportManyDialog({
  companyId,
  companyName,
  people,
  include: { include, purpose: stated },
  onClose,
}: ExportManyDialogProps) {
  const { t } = useTranslation(['individuals', 'pii']);
  const format = useFormat();
  const [typed, setTyped] = useState(stated ?? '');
  const [problem, setProblem] = useState('');
  // One part of the file per call, in order.
  const parts = useRef<string[]>([]);
  /** What was exported is counted and audited, so a stopped export keeps it, too. */
  function save(): void {
    if (parts.current.length === 0) return;
    const file = new Blob([joinedCsv(parts.current)], { type: 'text/csv;charset=utf-8' });
    parts.current = [];
    saveFile(file, 'individuals.csv');
  }
  return (
    <BulkDialog
      kind="export"
      companyId={companyId}
      title={t('exportMany.title', {
        who: t('bulk.people', { count: people.length, n: format.number(people.length) }),
      })}
      description={t('exportMany.text', { company: companyName })}
      people={people}
      perCall={chosenPeopleLimit}
      isDirty={typed !== (stated ?? '')}
      read={async () => {
        const slug = canonicalPurpose(typed);
        const isGood = slug === '' || purposeSchema.safeParse(slug).success;
        setProblem(isGood ? '' : t('reveal.purposeForm'));
        return isGood ? { purpose: slug === '' ? undefined : slug } : undefined;
      }}
      call={async ({ purpose }, ids, isDryRun) => {
        const held = await findPeople(companyId, ids);
        const kept = ids.filter((id) => held.has(id));
        if (!isDryRun && kept.length > 0) {
          const asked = include?.filter((one) => one !== 'externalIds' || purpose !== undefined);
          const chosen = asked === undefined || asked.length === 0 ? {} : { include: asked };
          parts.current.push(await exportPeople({ companyId, ids: kept, purpose, ...chosen }));
        }
        const status = isDryRun ? 'exportable' : 'exported';
        return ids.map((individualId) =>
          held.has(individualId)
            ? { individualId, status }
            : { individualId, status: 'refused', reason: 'NOT_FOUND' },
        );
      }}
      submit={t('exportMany.submit')}
      approval={({ purpose }) => `${approvalPath(companyId, purpose ?? '')}&kind=export`}
      onDone={save}
      onStop={save}
      onClose={onClose}
    >
      <Field label={t('pii:consent.purpose')} error={problem || undefined} help={t('exportMany.purposeHelp')}>
        {(control) => (
          <PurposePicker
            {...control}
            companyId={companyId}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
    </BulkDialog>
  );
}

/** CSV files with the same header as one. The header has no quotation marks, so it ends with its line. */
function joinedCsv([first = '', ...others]: readonly string[]): string {
  const end = first.endsWith('\n') ? '' : '\r\n';
  return first + end + others.map((part) => part.slice(part.indexOf('\n') + 1)).join('');
}
