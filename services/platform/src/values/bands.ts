/** Band of a figure in percent: confidence of a link, quality and completeness of a record, score of a rule. */
export type Band = 'high' | 'medium' | 'low';

/** The specification's limits, also those of the labels Compliant and Warning. */
export const HIGH_FROM = 90;
export const MEDIUM_FROM = 70;

/** The one table of bands: cards, tables, filters, analysis, exports and PDF use it. */
export const bandOf = (value: number): Band =>
  value >= HIGH_FROM ? 'high' : value >= MEDIUM_FROM ? 'medium' : 'low';

/** Band of the grade of a pair, which has no score. */
export const bandOfGrade = (grade: 'strong' | 'possible'): Band => (grade === 'strong' ? 'high' : 'low');
