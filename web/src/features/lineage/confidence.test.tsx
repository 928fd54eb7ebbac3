import { bandOf, bandOfGrade } from '@pii-vault/platform/values/bands';
import { screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { exampleOf } from '../../testing/examples.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleUser } from '../../testing/samples.ts';
import { stubApi } from '../../testing/stub-api.ts';
import { bandTone, gradeTone } from '../../ui/band.ts';
import { AnalysisDialog } from './components/analysis/analysis-dialog.tsx';
import { LineageStats } from './pages/lineage-page.tsx';
import { useLineageSummary } from './queries.ts';

beforeAll(() => loadTexts('lineage'));
beforeEach(() => startSession('t', sampleUser({ permissions: ['lineage:read'] })));

const Stats = () => <LineageStats summary={useLineageSummary(1)} />;

it('the average confidence is a dash while no relationship has a score', async () => {
  const none = { scoredRelationships: 0, avgConfidence: null, medianConfidence: null };
  stubApi({ 'GET /data-lineage/summary': { ...exampleOf('GET /data-lineage/summary'), ...none } });
  renderApp(<Stats />);
  await screen.findByText('311');
  expect(screen.getByText('Avg Confidence').nextSibling?.textContent).toBe('–');
  expect(screen.queryByText(/^median/)).toBeNull();
});

it('the analysis counts relationships without a score by their grade, and gives them no mean', async () => {
  const pair = { sourceCompanyId: 1, sourceCompanyName: 'Asha Bank', rejected: 0 };
  stubApi({
    'GET /data-lineage/analysis': {
      companyPairs: [
        {
          ...{ ...pair, targetCompanyId: 3, targetCompanyName: 'Chandra Pay', links: 883, verified: 0 },
          ...{ pending: 883, scored: 0, avgConfidence: null },
        },
      ],
      confidenceHistogram: [{ from: 90, to: 100, links: 0 }],
      graded: { strong: 701, possible: 182 },
      oldestUndecided: [],
      hotValues: [],
    },
  });
  renderApp(<AnalysisDialog companyId={1} />);
  const graded = (await screen.findByText('Asha Bank ↔ Chandra Pay')).closest('tr');
  expect(graded?.textContent).toContain('–');
  expect(graded?.textContent).not.toContain('%');
  expect(screen.getByText('Strong, without a score').closest('li')?.textContent).toContain('701');
  expect(screen.getByText('Possible, without a score').closest('li')?.textContent).toContain('182');
});

it('a grade has one band in its badge, its line and the filter: strong is high, possible is low', () => {
  expect([gradeTone('strong'), gradeTone('possible')]).toEqual([bandTone(90), bandTone(60)]);
  expect([bandOfGrade('strong'), bandOfGrade('possible')]).toEqual([bandOf(90), bandOf(60)]);
});
