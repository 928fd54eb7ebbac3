import { expect, it } from 'vitest';
import { buckets } from './histogram.ts';

it('writes the cumulative bucket counts and the sum for each set of labels', () => {
  const seconds = buckets('answer_seconds', 'Time to answer', [0.5, 1]);
  for (const value of [0.25, 0.5, 0.75, 2]) seconds.observe({ route: '/a', status: '200' }, value);
  seconds.observe({ route: 'a "b" \\ \n', status: '404' }, 1);
  expect(seconds.text().split('\n')).toEqual([
    '# HELP answer_seconds Time to answer',
    '# TYPE answer_seconds histogram',
    'answer_seconds_bucket{route="/a",status="200",le="0.5"} 2',
    'answer_seconds_bucket{route="/a",status="200",le="1"} 3',
    'answer_seconds_bucket{route="/a",status="200",le="+Inf"} 4',
    'answer_seconds_sum{route="/a",status="200"} 3.5',
    'answer_seconds_count{route="/a",status="200"} 4',
    'answer_seconds_bucket{route="a \\"b\\" \\\\ \\n",status="404",le="0.5"} 0',
    'answer_seconds_bucket{route="a \\"b\\" \\\\ \\n",status="404",le="1"} 1',
    'answer_seconds_bucket{route="a \\"b\\" \\\\ \\n",status="404",le="+Inf"} 1',
    'answer_seconds_sum{route="a \\"b\\" \\\\ \\n",status="404"} 1',
    'answer_seconds_count{route="a \\"b\\" \\\\ \\n",status="404"} 1',
    '',
  ]);
});
