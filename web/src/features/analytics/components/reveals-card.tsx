import type { Analytics } from '@pii-vault/contract/analytics/analytics-schema';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '../../../i18n/use-format.ts';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { ChartCard } from '../../../ui/charts/chart-card.tsx';
import { categoryColor } from '../../../ui/charts/chart-color.ts';
import { type FlowNode, Sankey } from '../../../ui/charts/sankey.tsx';
import { useComparison } from '../../../ui/charts/use-comparison.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import { OTHERS, peopleIn, type Reveal, recipientOf, revealFlows } from '../analytics.ts';
import { useActorNames } from './use-actor-names.ts';
import { useAmountColumn } from './use-day-column.ts';

/** Flow from purposes to recipients of revealed values. The width of a band is the number of people. */
export function RevealsCard({ data: { reveals, previous, days } }: { data: Analytics }) {
  const { t } = useTranslation('analytics');
  const compare = useComparison();
  const format = useFormat();
  const names = useActorNames(reveals);
  const mayTrail = useCan()('audit:read');
  const { nodes, flows, nameOf } = useFlows(reveals);
  const people = peopleIn(reveals);
  const [most] = reveals;
  return (
    <ChartCard
      id="reveals"
      title={t('reveals.title')}
      summary={
        most
          ? t('says.reveals', {
              n: format.number(people),
              compared: compare(people, previous.people, t(`range.of.${days}`)),
              purpose: names.purpose(most.purpose),
              recipient: names.actor(most),
            })
          : ''
      }
      note={t('reveals.note')}
      rows={reveals}
      columns={useRevealColumns(names)}
      rowKey={(one) => `${one.purpose} ${recipientOf(one)}`}
      isEmpty={people === 0}
      empty={t('reveals.empty')}
      emptyAction={
        mayTrail ? (
          <Button asChild>
            <Link to="/audit">{t('reveals.trail')}</Link>
          </Button>
        ) : null
      }
    >
      {(width) => (
        <Sankey
          label={t('reveals.label', { count: people, n: format.number(people) })}
          width={width}
          nodes={nodes}
          flows={flows}
          textOf={({ source, target, value }) =>
            t('reveals.flow', {
              purpose: nameOf(source),
              recipient: nameOf(target),
              count: value,
              n: format.number(value),
            })
          }
        />
      )}
    </ChartCard>
  );
}

/** Nodes and flows of the Sankey chart. Purposes have category colours, recipients are grey. */
function useFlows(reveals: readonly Reveal[]) {
  const { t } = useTranslation('analytics');
  const names = useActorNames(reveals);
  const flows = revealFlows(reveals);
  const recipients = new Map(reveals.map((one) => [recipientOf(one), names.actor(one)]));
  const purposes = [...new Set(flows.map(({ purpose }) => purpose))];
  const nodes: FlowNode[] = [
    ...purposes.map((purpose, n) => ({
      id: `purpose ${purpose}`,
      label: purpose === OTHERS ? t('reveals.others') : names.purpose(purpose),
      color: categoryColor(n),
    })),
    ...[...new Set(flows.map(({ recipient }) => recipient))].map((recipient) => ({
      id: `recipient ${recipient}`,
      label: recipients.get(recipient) ?? t('reveals.others'),
      color: 'ink.2' as const,
    })),
  ];
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  return {
    nodes,
    flows: flows.map(({ purpose, recipient, people }) => ({
      source: `purpose ${purpose}`,
      target: `recipient ${recipient}`,
      value: people,
    })),
    nameOf: (id: string) => labels.get(id) ?? id,
  };
}

function useRevealColumns(names: ReturnType<typeof useActorNames>): readonly Column<Reveal>[] {
  const { t } = useTranslation('analytics');
  const amount = useAmountColumn();
  const purpose = (one: Reveal) => names.purpose(one.purpose);
  return [
    {
      id: 'purpose',
      header: t('reveals.purpose'),
      isFixed: true,
      list: 'title',
      value: purpose,
      cell: purpose,
    },
    {
      id: 'recipient',
      header: t('reveals.recipient'),
      list: 'note',
      value: names.actor,
      cell: (one) => <span title={one.actorId}>{names.actor(one)}</span>,
    },
    amount<Reveal>('people', t('reveals.people'), ({ people }) => people),
  ];
}
