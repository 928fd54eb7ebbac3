import { describe, expect, it } from 'vitest';
import { type Ctx, forwarded } from '../core/context/ctx.ts';
import { AppError } from '../core/errors/app-error.ts';
import { silentLogger } from '../core/log/log.ts';
import { anyOf, caller, permission, services } from '../rpc/allow.ts';
import type { Channel } from '../rpc/channel.ts';
import { createClient } from '../rpc/client.ts';
import { createDispatcher, type Dispatcher } from '../rpc/dispatcher.ts';
import { serve } from '../rpc/serve.ts';
import type { Authenticator } from '../rpc/tokens/authenticator.ts';
import { unauthenticated } from '../rpc/tokens/verify-jwt.ts';

interface Note {
  readonly text: string;
  readonly companyId: number;
}

const json = {
  requestSerialize: (value: Note): Buffer => Buffer.from(JSON.stringify(value)),
  requestDeserialize: (bytes: Buffer): Note => JSON.parse(bytes.toString()),
  responseSerialize: (value: Note): Buffer => Buffer.from(JSON.stringify(value)),
  responseDeserialize: (bytes: Buffer): Note => JSON.parse(bytes.toString()),
};

const EchoService = {
  echo: { path: '/test.v1.Echo/Echo', requestStream: false, responseStream: false, ...json },
  byReference: { path: '/test.v1.Echo/AsIs', requestStream: false, responseStream: false, ...json },
  fail: { path: '/test.v1.Echo/Fail', requestStream: false, responseStream: false, ...json },
  hang: { path: '/test.v1.Echo/Hang', requestStream: false, responseStream: false, ...json },
  count: { path: '/test.v1.Echo/Count', requestStream: false, responseStream: true, ...json },
  join: { path: '/test.v1.Echo/Join', requestStream: true, responseStream: false, ...json },
} as const;

const companyOf = (note: Note) => note.companyId;

const echo = serve(EchoService, {
  echo: {
    allow: permission('pii:read', companyOf),
    handle: async (ctx, note) => ({ ...note, text: `${note.text} ${ctx.requestId} ${ctx.ipAddress}` }),
  },
  byReference: {
    allow: permission('pii:read', companyOf),
    handle: async (ctx, note) => ({ ...note, text: `${note.text} ${ctx.requestId} ${ctx.ipAddress}` }),
    byReference: true,
  },
  fail: {
    allow: anyOf(caller<Note>(), services(['gateway'])),
    handle: async (_ctx, note) => {
      if (note.text === 'fault') throw new Error('row (pan)=(ABCPE1234F) failed');
      throw new AppError('ABORTED', 'STALE', 'It was changed', {
        details: [{ path: 'a.b', message: 'stale' }],
        retryAfterMs: 1_500.5,
      });
    },
  },
  hang: {
    allow: caller(),
    handle: (ctx) =>
      new Promise((_, reject) => ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason))),
  },
  count: {
    allow: caller(),
    handle: async function* (_ctx, note) {
      for (let i = 0; i < Number(note.text); i += 1) yield { text: String(i), companyId: i };
    },
  },
  join: {
    allow: caller(),
    handle: async (_ctx, notes) => {
      const texts: string[] = [];
      for await (const note of notes) texts.push(note.text);
      return { text: String(texts.join('').length), companyId: texts.length };
    },
  },
});

/** Tokens of the suite: 'reader' holds pii:read in company 1, 'svc:x' is a service limited to gRPC service x. */
const authenticate: Authenticator = async (bearer) => {
  const expiresAt = Number.POSITIVE_INFINITY;
  if (bearer === 'reader')
    return {
      caller: {
        kind: 'user',
        userId: 1,
        sessionId: 's',
        clientId: undefined,
        actorUserId: undefined,
        isSuperAdmin: false,
        everywhere: new Set(),
        companies: new Map([[1, new Set(['pii:read'])]]),
      },
      grpcService: undefined,
      expiresAt,
    };
  if (bearer?.startsWith('svc:'))
    return {
      caller: { kind: 'service', service: 'gateway', company: 'system' },
      grpcService: bearer.slice(4),
      expiresAt,
    };
  throw unauthenticated();
};

/** A context with one of the suite's tokens. */
export function ctxOf(token: string, overrides: Partial<Ctx> = {}): Ctx {
  return {
    requestId: 'req-1',
    deadlineAt: Date.now() + 60_000,
    caller: { kind: 'service', service: 'gateway', company: 'system' },
    ipAddress: '10.0.0.7',
    userAgent: 'test',
    idempotencyKey: undefined,
    credential: forwarded(token),
    signal: new AbortController().signal,
    ...overrides,
  };
}

async function* texts(count: number, text: string) {
  for (let i = 0; i < count; i += 1) yield { text, companyId: 1 };
}

/** A client of the suite's echo behind the channel that `connect` makes. */
export async function echoClient(connect: (dispatcher: Dispatcher) => Promise<Channel>) {
  const metrics = { started: () => () => {} };
  const deps = { service: 'vault', authenticate, log: silentLogger(), metrics } as const;
  const channel = await connect(createDispatcher(deps, [echo]));
  return createClient(EchoService, 'vault', () => channel);
}

type EchoClient = Awaited<ReturnType<typeof echoClient>>;

/** Contract of both channels. `connect` returns a channel to a dispatcher that serves the suite's echo. */
export function describeChannelContract(
  name: string,
  connect: (dispatcher: Dispatcher) => Promise<Channel>,
): void {
  const client = () => echoClient(connect);

  describe(`${name} channel`, () => {
    itKnowsWhoCalls(client);
    itTellsHowACallEnded(client);
    itCarriesStreamsAndNoMoreThanItMay(client);
  });
}

function itKnowsWhoCalls(client: () => Promise<EchoClient>): void {
  it('carries message, request id and client address', async () => {
    const answer = await (await client()).echo(ctxOf('reader'), { text: 'hello', companyId: 1 });
    expect(answer).toEqual({ text: 'hello req-1 10.0.0.7', companyId: 1 });
  });

  it('refuses no token, another company, and a service token of another gRPC service', async () => {
    const rpc = await client();
    const note = { text: 'x', companyId: 1 };
    await expect(rpc.echo(ctxOf(''), note)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(rpc.echo(ctxOf('reader'), { ...note, companyId: 2 })).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    });
    await expect(rpc.echo(ctxOf('svc:test.v1.Echo'), note)).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    });
    await expect(rpc.fail(ctxOf('svc:test.v1.Other'), note)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await expect(rpc.fail(ctxOf('svc:test.v1.Echo'), note)).rejects.toMatchObject({ reason: 'STALE' });
  });

  it('does the same for a method that accepts messages by reference', async () => {
    const rpc = await client();
    const note = { text: 'hello', companyId: 1 };
    expect(await rpc.byReference(ctxOf('reader'), note)).toEqual({
      text: 'hello req-1 10.0.0.7',
      companyId: 1,
    });
    await expect(rpc.byReference(ctxOf(''), note)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(rpc.byReference(ctxOf('reader'), { ...note, companyId: 2 })).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    });
  });
}

function itTellsHowACallEnded(client: () => Promise<EchoClient>): void {
  it('returns an error with code, reason, message and details, and hides the message of a fault', async () => {
    const rpc = await client();
    const refused = rpc.fail(ctxOf('reader'), { text: 'x', companyId: 1 });
    await expect(refused).rejects.toMatchObject({
      code: 'ABORTED',
      reason: 'STALE',
      message: 'It was changed',
      details: [{ path: 'a.b', message: 'stale' }],
      retryAfterMs: 1_500.5,
    });
    const fault = await rpc
      .fail(ctxOf('reader'), { text: 'fault', companyId: 1 })
      .catch((error: unknown) => error);
    expect(fault).toMatchObject({ code: 'INTERNAL', reason: 'INTERNAL' });
    expect(String(fault)).not.toContain('ABCPE1234F');
  });

  it('ends a call at its deadline, and when the caller cancels', async () => {
    const rpc = await client();
    const late = rpc.hang(ctxOf('reader', { deadlineAt: Date.now() + 30 }), { text: '', companyId: 1 });
    await expect(late).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    const controller = new AbortController();
    const gone = rpc.hang(ctxOf('reader', { signal: controller.signal }), { text: '', companyId: 1 });
    controller.abort();
    await expect(gone).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('supports a deadline beyond the range of timers', async () => {
    const rpc = await client();
    const patient = ctxOf('reader', { deadlineAt: Date.now() + 2 ** 33 });
    expect((await rpc.echo(patient, { text: '', companyId: 1 })).companyId).toBe(1);
  });

  it('refuses a call without a deadline', async () => {
    const rpc = await client();
    const endless = ctxOf('reader', { deadlineAt: Number.POSITIVE_INFINITY });
    const refused = { code: 'INVALID_ARGUMENT', reason: 'DEADLINE_REQUIRED' };
    const note = { text: '1', companyId: 1 };
    await expect(rpc.echo(endless, note)).rejects.toMatchObject(refused);
    await expect(rpc.byReference(endless, note)).rejects.toMatchObject(refused);
    await expect(rpc.join(endless, texts(1, 'x'))).rejects.toMatchObject(refused);
    const first = rpc.count(endless, note)[Symbol.asyncIterator]().next();
    await expect(first).rejects.toMatchObject(refused);
  });
}

function itCarriesStreamsAndNoMoreThanItMay(client: () => Promise<EchoClient>): void {
  it('streams in both directions', async () => {
    const rpc = await client();
    const got: string[] = [];
    for await (const note of rpc.count(ctxOf('reader'), { text: '500', companyId: 1 })) got.push(note.text);
    expect(got).toEqual(Array.from({ length: 500 }, (_, i) => String(i)));
    const joined = await rpc.join(ctxOf('reader'), texts(40, 'x'.repeat(100_000)));
    expect(joined).toEqual({ text: '4000000', companyId: 40 });
  });

  it('refuses a message above 1 MiB', async () => {
    const rpc = await client();
    const large = { text: 'x'.repeat(1024 * 1024 + 1), companyId: 1 };
    await expect(rpc.echo(ctxOf('reader'), large)).rejects.toMatchObject({ code: 'RESOURCE_EXHAUSTED' });
  });
}
