import type { EnvironmentStatus } from '@pii-vault/contract/environment/environment-schema';

/** Characters of the database's name that fit the footer. */
const DATABASE_NAME_MAX = 12;

/** First 12 characters, plus ' (TEST)' for a test database. */
export const databaseLabel = ({ name, isTest }: EnvironmentStatus['database']): string =>
  `${name.slice(0, DATABASE_NAME_MAX)}${isTest ? ' (TEST)' : ''}`;
