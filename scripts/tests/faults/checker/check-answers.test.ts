import { describe, expect, it } from 'vitest';
import { checkAnswers, possibleValues } from './check-answers.ts';
import { change, findingsAfter, type World } from './testing/sound-world.ts';

const written = [
  { value: 'first', sentAt: 0, answeredAt: 10 },
  { value: 'second', sentAt: 20, answeredAt: 30 },
  { value: 'third', sentAt: 40, answeredAt: undefined },
];
const seen = (sentAt: number, answeredAt: number) => [...possibleValues(written, { sentAt, answeredAt })];

describe('a reader may see', () => {
  it('the last value acknowledged before the request', () => {
    expect(seen(12, 15)).toEqual(['first']);
    expect(seen(31, 35)).toEqual(['second']);
  });

  it('or values in flight during the request', () => {
    expect(seen(12, 25)).toEqual(['first', 'second']);
    expect(seen(31, 45)).toEqual(['second', 'third']);
    expect(seen(500, 510)).toEqual(['second', 'third']);
  });

  it('nothing before the first acknowledgement', () => {
    expect(seen(5, 8)).toEqual([undefined, 'first']);
    expect([...possibleValues([], { sentAt: 0, answeredAt: 1 })]).toEqual([undefined]);
  });
});

const found = (plant: (world: World) => void) => findingsAfter(plant, ({ history }) => checkAnswers(history));
/** Changes the answer of a reveal: it showed Asha (11) and no values of Chitra (12), who had withdrawn consent. */
const answered =
  (individualId: number, fields: (shown: Record<string, string>) => Record<string, string>) =>
  ({ history }: World) => {
    const shown = history.reveals.find((one) => one.individualId === individualId)?.fields ?? {};
    change(history.reveals, (one) => one.individualId === individualId, { fields: fields({ ...shown }) });
  };
const withdrawing = ({ history }: World, sentAt: number, answeredAt?: number) => {
  const chitra = history.people.get('1/C-1');
  if (chitra !== undefined) chitra.withdrawal = { sentAt, answeredAt };
};
const CHITRA = { name: 'Name of C-1', email: 'C-1@first.example' };
const LAST = 'no acknowledged write lost: values other than the last written';

describe('answers', () => {
  it('of a correct vault match the last write', () => {
    expect(found(() => undefined)).toEqual([]);
  });

  it.each<[string, (world: World) => void, string[]]>([
    [
      'a contradiction',
      ({ history }) => {
        const asha = history.people.get('1/A-1');
        if (asha !== undefined) history.acknowledge(asha, 19);
      },
      ['answers agree: answers that contradict each other (1): A-1 got the ids 11 and 19'],
    ],
    [
      'a person that no client sent',
      ({ history }) => change(history.reveals, () => true, { individualId: 19 }),
      ['answers agree: answers with people that no client sent (1): 1/19'],
    ],
    [
      "another company's person",
      ({ history }) => change(history.reveals, () => true, { companyId: 2 }),
      ['answers agree: answers with people that no client sent (1): 2/11'],
    ],
    [
      'an older value',
      answered(11, (shown) => ({ ...shown, email: 'A-1@first.example' })),
      [`${LAST} (1): email of 1/11 in request reveal-1`],
    ],
    [
      'no value',
      answered(11, ({ name: _, ...shown }) => shown),
      [`${LAST} (1): name of 1/11 in request reveal-1`],
    ],
    [
      'a value that no client wrote',
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
      'no answer',
      ({ history }) => void history.unanswered.push('a create'),
      ['requests succeed again: calls that were never answered (1): a create'],
    ],
  ])('with a fault are reported: %s', (_, plant, named) => {
    expect(found(plant)).toEqual(named);
  });

  it.each([[{}], [CHITRA]])('may have the value or not while a withdrawal is in flight: %j', (fields) => {
    const meanwhile = (world: World) => {
      withdrawing(world, 20, 40);
      answered(12, () => fields)(world);
    };
    expect(found(meanwhile)).toEqual([]);
  });
});
