import { Box, Flex } from '@chakra-ui/react';
import { Problem } from '@pii-vault/contract/problem';
import { Download } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { messageOf } from '../../../../client/message-of.ts';
import { useFormat } from '../../../../i18n/use-format.ts';
import { useInvalidateIndividuals } from '../../../../pii/invalidate-individuals.ts';
import { userSignal } from '../../../../session/session-store.ts';
import { Button } from '../../../../ui/button.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { type BulkOutcome, runBulk, tally } from '../../rules/bulk-run.ts';
import { randomKey } from '../../rules/random-key.ts';
import { saveOutcomes } from '../../rules/save-outcomes.ts';
import { type BulkKind, useKeepRun } from '../../rules/unfinished-run.ts';

export interface BulkAct<Body> {
  kind: BulkKind;
  companyId: number;
  title: string;
  description: string;
  people: readonly number[];
  /** People of one call, as the contract permits. */
  perCall: number;
  /** Validated input of the fields; undefined when they have errors. */
  read: () => Promise<Body | undefined>;
  call: (
    body: Body,
    ids: readonly number[],
    isDryRun: boolean,
    key: string,
  ) => Promise<readonly BulkOutcome[]>;
  isDirty: boolean;
  isDanger?: boolean;
  submit: string;
  /** Shown below the fields, the check and the result. */
  note?: ReactNode;
  /** Where a second person's approval is requested. */
  approval: (body: Body) => string;
  /** Also called when the act was repeated for the rest. */
  onDone?: (outcomes: readonly BulkOutcome[]) => void;
  /** When it ended before its end. */
  onStop?: () => void;
  onClose: () => void;
  children: ReactNode;
}

interface Run<Body> {
  readonly stage: 'checked' | 'running' | 'stopped' | 'done';
  readonly body: Body;
  /** One key per run: a repeated part is not done twice. */
  readonly key: string;
  /** Of the dry run while it is checked, else of the act. */
  readonly outcomes: readonly BulkOutcome[];
  readonly error?: unknown;
}

/**
 * An act on one or many people: fields, a dry run with numbers, progress, and the result with a file of all people.
 * What stopped half-way continues with the rest.
 */
export function BulkDialog<Body>(act: BulkAct<Body>) {
  const { t } = useTranslation('individuals');
  const { people, perCall } = act;
  const invalidate = useInvalidateIndividuals();
  const stop = useRef(new AbortController());
  const [isChecking, setChecking] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [run, setRun] = useState<Run<Body> | null>(null);
  useEffect(() => () => stop.current.abort(), []);
  const keep = useKeepRun(act.companyId);
  /** Over a reload; what one person has is seen there. */
  const note = (outcomes: readonly BulkOutcome[]) => {
    if (people.length > 1) keep({ kind: act.kind, people, outcomes });
  };

  async function check(): Promise<void> {
    const body = await act.read();
    if (body === undefined) return;
    setChecking(true);
    setProblem(null);
    const key = randomKey();
    const { outcomes, error } = await runBulk(
      {
        ids: people,
        perCall,
        call: (ids) => act.call(body, ids, true, ''),
        onProgress: () => undefined,
        signal: stop.current.signal,
      },
      { runKey: key, earlier: [] },
    );
    setChecking(false);
    if (error !== undefined) return setProblem({ error, body });
    setRun({ stage: 'checked', body, key, outcomes });
  }

  async function perform({ body, key }: Run<Body>, earlier: readonly BulkOutcome[]): Promise<void> {
    const user = userSignal();
    stop.current = new AbortController();
    setRun({ stage: 'running', body, key, outcomes: earlier });
    note(earlier);
    const { outcomes, error } = await runBulk(
      {
        ids: people,
        perCall,
        call: (ids, partKey) => act.call(body, ids, false, partKey),
        onProgress: (now) => {
          setRun({ stage: 'running', body, key, outcomes: now });
          note(now);
        },
        signal: AbortSignal.any([stop.current.signal, user]),
      },
      { runKey: key, earlier },
    );
    if (user.aborted) return;
    setRun({ stage: error === undefined ? 'done' : 'stopped', body, key, outcomes, error });
    if (error === undefined) keep(null);
    await invalidate();
    if (error === undefined) act.onDone?.(outcomes);
    else act.onStop?.();
  }

  function submit(): void {
    if (run === null) void check();
    else if (run.stage === 'checked') void perform(run, []);
    else if (run.stage === 'stopped') void perform(run, run.outcomes);
    else if (run.stage === 'running') stop.current.abort(new DOMException('', 'AbortError'));
    else act.onClose();
  }

  return (
    <FormDialog
      title={act.title}
      description={act.description}
      isDirty={run === null ? act.isDirty : run.stage === 'running'}
      onClose={act.onClose}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      submit={submitText(t, run, act.submit, isChecking)}
      pending={isChecking}
      isDanger={act.isDanger === true && run?.stage !== 'done'}
      isWide
    >
      {run === null ? act.children : <RunView run={run} people={people} act={act} />}
      {act.note}
      <Refusal problem={problem} act={act} />
    </FormDialog>
  );
}

type Translate = (key: string) => string;

function submitText(
  t: Translate,
  run: { readonly stage: string } | null,
  label: string,
  isChecking: boolean,
): string {
  if (run === null) return t(isChecking ? 'bulk.checking' : 'bulk.check');
  if (run.stage === 'checked') return label;
  return t(run.stage === 'running' ? 'bulk.stop' : run.stage === 'stopped' ? 'bulk.continue' : 'bulk.close');
}

interface RunViewProps<Body> {
  run: Run<Body>;
  people: readonly number[];
  act: BulkAct<Body>;
}

function RunView<Body>({ run, people, act }: RunViewProps<Body>) {
  const { t } = useTranslation('individuals');
  const format = useFormat();
  const { stage, outcomes } = run;
  return (
    <Box display="grid" gap="3" aria-live="polite">
      {stage === 'checked' ? (
        <Box textStyle="strong">
          {t('bulk.wouldBe', { count: people.length, n: format.number(people.length) })}
        </Box>
      ) : (
        <ProgressBar
          label={t(`bulk.stage.${stage}`, {
            done: format.number(outcomes.length),
            total: format.number(people.length),
          })}
          done={outcomes.length}
          total={people.length}
        />
      )}
      <Box as="ul" listStyleType="none" display="grid" gap="1">
        {[...tally(outcomes)].map(([key, count]) => (
          <Flex as="li" key={key} gap="3" justify="space-between">
            <span>{t(`bulk.outcome.${key}`, { defaultValue: key })}</span>
            <Box as="span" textStyle="strong">
              {format.number(count)}
            </Box>
          </Flex>
        ))}
      </Box>
      {stage === 'stopped' ? <Refusal problem={{ error: run.error, body: run.body }} act={act} /> : null}
      {stage !== 'running' && outcomes.length > 0 ? (
        <Button icon={Download} onClick={() => saveOutcomes(outcomes)} justifySelf="start">
          {t(stage === 'checked' ? 'bulk.saveCheck' : 'bulk.save')}
        </Button>
      ) : null}
    </Box>
  );
}

/** Why a call was refused; where a second person can approve, with the link to request it. */
function Refusal<Body>({ problem, act }: { problem: unknown; act: BulkAct<Body> }) {
  const { t } = useTranslation('individuals');
  if (problem === null) return null;
  const { error, body } = problem as { error: unknown; body: Body };
  const isStopped = error instanceof DOMException && error.name === 'AbortError';
  if (isStopped) return null;
  const needsApproval =
    error instanceof Problem && ['APPROVAL_REQUIRED', 'APPROVAL_VOID'].includes(error.reason ?? '');
  return (
    <Box role="alert" p="3" bg="error.soft" borderRadius="control">
      {messageOf(error, t('bulk.failed'))}
      {needsApproval ? (
        <>
          {' '}
          <Link to={act.approval(body)}>{t('budget.ask')}</Link>
        </>
      ) : null}
    </Box>
  );
}
