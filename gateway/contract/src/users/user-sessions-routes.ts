import { z } from 'zod';
import { exampleSession } from '../auth/tokens-routes.ts';
import { liveSessionSchema, sessionIdSchema } from '../auth/tokens-schema.ts';
import { idParam, idParams } from '../query.ts';
import { row } from '../row.ts';
import { successSchema } from '../scalars.ts';

const managed = { permission: 'users:manage' } as const;

export const userSessionsRoutes = [
  row('GET /users/{id}/sessions', {
    ...managed,
    params: idParams,
    response: z.array(liveSessionSchema),
    summary: "List a user's sessions, tokens and API credential, newest first",
    example: { params: { id: '2' }, response: [exampleSession] },
  }),
  row('DELETE /users/{id}/sessions/{sid}', {
    ...managed,
    params: z.strictObject({ id: idParam, sid: sessionIdSchema }),
    response: successSchema,
    summary: 'End a session, token or API credential at once',
    example: { params: { id: '2', sid: exampleSession.id }, response: { success: true } },
  }),
] as const;
