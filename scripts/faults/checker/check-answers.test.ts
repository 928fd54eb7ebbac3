import { describe, expect, it } from 'vitest';
import { checkAnswers, possibleValues } from './check-answers.ts';
import { afterPlant, change, type World } from './testing/sound-world.ts';

const said = [
  { value: 'first', sentAt: 0, answeredAt: 10 },
  { value: 'second', sentAt: 20, answeredAt: 30 },
  { value: 'third', sentAt: 40, answeredAt: undefined },
];
const seen = (sentAt: number, answeredAt: number) => [...possibleValues(said, { sentAt, answeredAt })];

describe('what a reader may see', () => {
  it('is what was acknowledged last before it asked', () => {
    expect(seen(12, 15)).toEqual(['first']);
    expect(seen(31, 35)).toEqual(['second']);
  });

  it('or what was on its way meanwhile', () => {
    expect(seen(12, 25)).toEqual(['first', 'second']);
    expect(seen(31, 45)).toEqual(['second', 'third']);
    expect(seen(500, 510)).toEqual(['second', 'third']);
  });

  it('is nothing before anything was acknowledged', () => {
    expect(seen(5, 8)).toEqual([undefined, 'first']);
    expect([...possibleValues([], { sentAt: 0, answeredAt: 1 })]).toEqual([undefined]);
  });
});

const found = (plant: (world: World) => void) => afterPlant(plant, ({ told }) => checkAnswers(told));
/** Another answer of the reveal that showed Asha (11), or showed nothing of Chitra (12), who had withdrawn. */
const answered =
  (individualId: number, fields: (shown: Record<string, string>) => Record<string, string>) =>
  ({ told }: World) => {
    const shown = told.reveals.find((one) => one.individualId === individualId)?.fields ?? {};
    change(told.reveals, (one) => one.individualId === individualId, { fields: fields({ ...shown }) });
  };
const withdrawing = ({ told }: World, sentAt: number, answeredAt?: number) => {
  const chitra = told.people.get('1/C-1');
  if (chitra !== undefined) chitra.withdrawal = { sentAt, answeredAt };
};
const CHITRA = { name: 'Name of C-1', email: 'C-1@first.example' };
const LAST = 'no acknowledged write lost: values that are not those last written';

describe('answers', () => {
  it('of a sound vault are what was written last', () => {
    expect(found(() => undefined)).toEqual([]);
  });

  it.each<[string, (world: World) => void, string[]]>([
    [
      'a contradiction',
      ({ told }) => {
        const asha = told.people.get('1/A-1');
        if (asha !== undefined) told.has(asha, 19);
      },
      ['answers agree: answers that contradict each other (1): A-1 was told to be 11 and 19'],
    ],
    [
      'a person whom nobody sent',
      ({ told }) => change(told.reveals, () => true, { individualId: 19 }),
      ['answers agree: people in an answer whom nobody asked for (1): 1/19'],
    ],
    [
      "another company's person",
      ({ told }) => change(told.reveals, () => true, { companyId: 2 }),
      ['answers agree: people in an answer whom nobody asked for (1): 2/11'],
    ],
    [
      'a value of before',
      answered(11, (shown) => ({ ...shown, email: 'A-1@first.example' })),
      [`${LAST} (1): email of 1/11 in request reveal-1`],
    ],
    [
      'no value',
      answered(11, ({ name: _, ...shown }) => shown),
      [`${LAST} (1): name of 1/11 in request reveal-1`],
    ],
    [
      'a value that nobody wrote',
      answered(11, (shown) => ({ ...shown, dob: '1990-01-01' })),
      [`${LAST} (1): dob of 1/11 in request reveal-1`],
    ],
    [
      'a value after withdrawal',
      answered(12, () => CHITRA),
      ['no acknowledged write lost: values shown after consent was withdrawn (1): 1/12'],
    ],
    [
      'nothing before withdrawal',
      (world) => withdrawing(world, 40, 41),
      [`${LAST} (2): name of 1/12 in request reveal-1; email of 1/12 in request reveal-1`],
    ],
    [
      'another value while consent is withdrawn',
      (world) => {
        withdrawing(world, 20);
        answered(12, () => ({ ...CHITRA, name: 'Name of A-1' }))(world);
      },
      [`${LAST} (1): name of 1/12 in request reveal-1`],
    ],
    [
      'none at all',
      ({ told }) => void told.unanswered.push('a create'),
      ['requests succeed again: calls that were never answered (1): a create'],
    ],
  ])('are named: %s', (_, plant, named) => {
    expect(found(plant)).toEqual(named);
  });

  it.each([[{}], [CHITRA]])('may show a value or not while consent is withdrawn: %j', (fields) => {
    const meanwhile = (world: World) => {
      withdrawing(world, 20, 40);
      answered(12, () => fields)(world);
    };
    expect(found(meanwhile)).toEqual([]);
  });
});
