import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { sampleCompany } from '../testing/samples.ts';
import { stubApi } from '../testing/stub-api.ts';
import { useCompanySeries } from './use-company-series.ts';

const functions: Array<ReturnType<typeof useCompanySeries>> = [];

function Series() {
  const seriesOf = useCompanySeries();
  if (functions.at(-1) !== seriesOf) functions.push(seriesOf);
  return <p>place {seriesOf(7)}</p>;
}

it('stays the same function when only counts change, because a new one would lay out graphs again', async () => {
  let individuals = 1;
  stubApi({ 'GET /companies': () => [sampleCompany(7, { individuals }), sampleCompany(3, { individuals })] });
  const { queryClient } = renderApp(<Series />);
  expect(await screen.findByText('place 1')).toBeTruthy();
  const before = functions.length;
  individuals = 2;
  await act(() => queryClient.invalidateQueries({ queryKey: ['/companies'] }));
  expect(queryClient.getQueryData(['/companies'])).toMatchObject([{ individuals: 2 }, { individuals: 2 }]);
  expect(functions).toHaveLength(before);
});
