import { describe, expect, it } from 'vitest';
import { isolate, withEscapedMarks, withoutDirectionMarks } from './direction-marks.ts';

describe('a file name', () => {
  it.each([
    ['invoice\u202Efdp.csv', 'invoicefdp.csv'],
    ['\u2067people\u2069.csv', 'people.csv'],
    ['\uFEFFpeo\u200Bple\u200E.csv\u061C', 'people.csv'],
    ['लोग\u200Dसूची.csv', 'लोग\u200Dसूची.csv'],
    ['לקוחות.csv', 'לקוחות.csv'],
  ])('%j has no direction marks: %j', (name, expected) => expect(withoutDirectionMarks(name)).toBe(expected));
});

describe('a value of a sentence', () => {
  it.each([
    ['Asha Bank', 'Asha Bank'],
    ['आशा बैंक', 'आशा बैंक'],
    ['בנק (1)', '\u2068בנק (1)\u2069'],
    ['شركة', '\u2068شركة\u2069'],
    ['Asha\u202E Bank', 'Asha Bank'],
    ['\u2069בנק\u2066', '\u2068בנק\u2069'],
  ])('%j is isolated where it is written from right to left: %j', (text, expected) => {
    expect(isolate(text)).toBe(expected);
  });
});

it('shows marks in code as escape sequences, which mean the same in JSON', () => {
  const text = JSON.stringify({ name: 'شركة\u202E (1)\uFEFF' });
  expect(withEscapedMarks(text)).toBe('{"name":"شركة\\u202e (1)\\ufeff"}');
  expect(JSON.parse(withEscapedMarks(text))).toEqual(JSON.parse(text));
});
