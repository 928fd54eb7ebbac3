import { pino } from 'pino';
import { followFile, LOG_FILE_MODE, prepareLogFile } from './log-file.ts';

/** Fields of a log line: ids, counts and reasons. Never a value, a body, a token or a query string. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Constant message, then fields; an error goes under `err`. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  child(fields: LogFields): Logger;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Buffer for lines that cannot be written, in characters; further lines are lost. */
const MAX_WAITING = 1024 * 1024;

/**
 * JSON lines on standard output, or to `destination` (a file path). Lines that cannot be written (full disk, closed
 * pipe) are retried with the next line: a log failure never ends the process.
 */
export function createLogger(level: LogLevel, destination?: string): Logger {
  // Not in the background: pino would wait at the end of the process until the last line is written.
  if (destination !== undefined) prepareLogFile(destination);
  const sink = pino.destination({
    dest: destination ?? 1,
    mkdir: true,
    mode: LOG_FILE_MODE,
    sync: true,
    maxLength: MAX_WAITING,
  });
  sink.on('error', () => undefined);
  return wrap(
    pino(
      {
        level,
        base: null,
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
        serializers: { err: describeError },
      },
      destination === undefined ? sink : followFile(sink, destination),
    ),
  );
}

type PinoLike = ReturnType<typeof pino>;

function wrap(logger: PinoLike): Logger {
  return {
    debug: (message, fields = {}) => logger.debug(fields, message),
    info: (message, fields = {}) => logger.info(fields, message),
    warn: (message, fields = {}) => logger.warn(fields, message),
    error: (message, fields = {}) => logger.error(fields, message),
    child: (fields) => wrap(logger.child(fields)),
  };
}

/**
 * An error as type, code and stack frames, with its chain of causes and the errors of an aggregate. Messages of foreign
 * errors are omitted: a database's or parser's message may repeat the value that caused it.
 */
export function describeError(thrown: unknown): LogFields {
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  const frames = (thrown.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return {
    type: thrown.name,
    ...('code' in thrown ? { code: thrown.code } : {}),
    // The name of a broker's fault: in @platformatic/kafka, all of them have one code.
    ...('apiId' in thrown ? { apiId: thrown.apiId } : {}),
    ...('reason' in thrown ? { reason: thrown.reason, message: thrown.message } : {}),
    at: frames.slice(0, 8).map((line) => line.trim()),
    ...(thrown.cause === undefined ? {} : { cause: describeError(thrown.cause) }),
    ...(thrown instanceof AggregateError ? { errors: describeEach(thrown.errors) } : {}),
  };
}

/** Attempts at one thing mostly fail in the same way: each kind is described once. */
function describeEach(errors: readonly unknown[]): LogFields[] {
  const kinds = new Map<string, LogFields>();
  for (const described of errors.map(describeError)) {
    const { at: _at, ...kind } = described;
    const name = JSON.stringify(kind);
    if (!kinds.has(name)) kinds.set(name, described);
  }
  return [...kinds.values()];
}

/** A logger without output, for tests. */
export function silentLogger(): Logger {
  return createLogger('silent');
}
