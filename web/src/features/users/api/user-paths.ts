/** The list of users, and what is shown of one. */
export const USER_PATHS = [
  '/users',
  '/users/{id}',
  '/users/{id}/company-roles',
  '/users/{id}/api-credentials',
  '/users/{id}/factors',
  '/users/{id}/sessions',
];
