import { describe, expect, it } from 'vitest';
import { ABBREVIATIONS, nameForms } from './name-forms.ts';
import { nameParts } from './name-parts.ts';

const formsOf = (name: string) => nameForms(nameParts(name).written);

describe('nameForms', () => {
  it('are independent of order, spelling, honorific and script', () => {
    const { whole, abbreviated } = formsOf('Lakshmi Iyer');
    for (const name of ['IYER, Laxmi', 'Smt. Lakshmi Iyer', 'लक्ष्मी Iyer', 'Lakshmi Iyyer w/o Ram Lal']) {
      expect(formsOf(name).whole).toBe(whole);
      expect(formsOf(name).abbreviated).toEqual(abbreviated);
    }
    expect(formsOf('Lakshmi Aiyar').whole).toBe(whole);
  });

  it.each([
    ['R. Kumar', 'Ramesh Kumar'],
    ['Kumar R', 'Ramesh Kumar'],
    ['Ramesh K.', 'Kumar Ramesh'],
    ['R K Sharma', 'Ramesh Kumar Sharma'],
    ['RK Sharma', 'Ramesh Kumar Sharma'],
    ['S. Ramesh', 'Ramesh Subramanian'],
    ['Md. A. Khan', 'Mohammed Asif Khan'],
    ['M. Asif Khan', 'Md Asif Khan'],
    ['W. George', 'Vargis George'],
    ['A. B. C. Iyer', 'Anand Babu Chandran Iyer'],
    ['Anand B. Chandran Iyer', 'Anand Babu Chandran Iyer'],
    ['R. Kumar', 'ரமேஷ் குமார்'],
  ])('%s abbreviates %s', (short, long) => {
    expect(formsOf(long).abbreviated).toContain(formsOf(short).whole);
  });

  it.each([
    ['S. Kumar', 'Ramesh Kumar'],
    ['R. Kumar', 'Ramesh Sharma'],
    ['R. Kumar', 'Ramesh Kumar Sharma'],
    ['R. S. Kumar', 'Ramesh Kumar'],
    ['Ramesh Kumar', 'Rakesh Kumar'],
  ])('%s does not abbreviate %s', (short, long) => {
    expect(formsOf(long).abbreviated).not.toContain(formsOf(short).whole);
  });

  it('have no form for a single word, for initials alone, and for a name of only initials', () => {
    for (const name of ['Ramesh', 'Ramesh Ramesh', 'R. K.', 'RK', ''])
      expect(formsOf(name)).toEqual({ whole: undefined, joined: undefined, abbreviated: [] });
    expect(formsOf('R. Kumar').abbreviated).toEqual([]);
  });

  it('join separated words', () => {
    expect(formsOf('Muthu Kumar Pillai').joined).toBe(formsOf('Muthukumar Pillai').joined);
    expect(formsOf('Shiva Kumar Rao').joined).toBe(formsOf('Sivakumar Rao').joined);
    expect(formsOf('Ram Kumar').joined).not.toBe(formsOf('Rama Kumar').joined);
    expect(formsOf('Muthu Kumar').joined).not.toBe(formsOf('Kumar Muthu').joined);
  });

  it('have at most eight abbreviations, and none of more than four words', () => {
    expect(formsOf('Aditi Bala Chitra Durga').abbreviated).toHaveLength(ABBREVIATIONS);
    expect(formsOf('Aditi Bala Chitra').abbreviated).toHaveLength(6);
    expect(formsOf('Aditi Bala Chitra Durga Esha').abbreviated).toEqual([]);
  });

  it('always have a word that is written in full', () => {
    for (const form of formsOf('Aditi Bala Chitra Durga').abbreviated)
      expect(form.split(' ').some((part) => part !== '' && !part.endsWith('.'))).toBe(true);
  });
});
