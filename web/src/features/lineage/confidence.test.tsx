import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleUser } from '../../testing/samples.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { bandOf, bandTone } from '../../ui/band.ts';
import { bandOfGrade, gradeTone } from '../../ui/grade.ts';
import { AnalysisDialog } from './components/analysis/analysis-dialog.tsx';
import { LineageStats } from './pages/lineage-page.tsx';
import { useLineageSummary } from './queries.ts';

beforeAll(() => loadTexts('lineage'));
beforeEach(() => startSession('t', sampleUser({ permissions: ['lineage:read'] })));

const summary = {
  totalRelationships: 960,
  scoredRelationships: 77,
  avgConfidence: 100,
  uniqueIndividuals: 900,
  verifiedLinks: 77,
  medianConfidence: 99.5,
  withinCompany: 0,
  crossCompany: 960,
  pending: 883,
  pendingOverADay: 0,
};
const Stats = () => <LineageStats summary={useLineageSummary(1)} />;

describe('the average confidence', () => {
  it('names the relationships that it is the mean of', async () => {
    stubApi({ 'GET /data-lineage/summary': summary });
    renderApp(<Stats />);
    expect(await screen.findByText('median 99.5% of 77 with a score')).toBeTruthy();
    expect(screen.getByText('Avg Confidence').nextSibling?.textContent).toBe('100%');
  });

  it('is a dash while no relationship has a score', async () => {
    const none = { scoredRelationships: 0, avgConfidence: null, medianConfidence: null };
    stubApi({ 'GET /data-lineage/summary': { ...summary, ...none } });
    renderApp(<Stats />);
    await screen.findByText('960');
    expect(screen.getByText('Avg Confidence').nextSibling?.textContent).toBe('–');
    expect(screen.queryByText(/^median/)).toBeNull();
  });
});

it('figures that cannot be loaded are dashes with an error and Retry', async () => {
  let isAway = true;
  stubApi({
    'GET /data-lineage/summary': () => (isAway ? problem(503, { status: 503, message: 'Away' }) : summary),
  });
  renderApp(<Stats />);
  expect((await screen.findByRole('alert')).textContent).toContain('Away');
  expect(screen.getByText('Total Relationships').nextSibling?.textContent).toBe('–');
  isAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('960')).toBeTruthy();
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
