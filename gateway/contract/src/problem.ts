/** RFC 9457 problem details of the gateway; `message` equals `detail`. */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  message: string;
  /** Stable UPPER_SNAKE, for programs. */
  reason: string;
  requestId: string;
  errors?: { path: string; message: string }[];
  /** Only on /auth/login. */
  success?: false;
  reasons?: string[];
  /** Same as title, only for 5xx. */
  error?: string;
}

/** Error of a refused call. Its message is `status: body`; the parsed members are properties. */
export class Problem extends Error {
  readonly status: number;
  readonly body: Partial<ProblemBody>;
  /** Seconds until a retry, from Retry-After. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, text: string, retryAfterSeconds?: number) {
    super(`${status}: ${text}`);
    this.name = 'Problem';
    this.status = status;
    this.body = parse(text);
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** The server's message for the user, if any. */
  get detail(): string | undefined {
    return this.body.message ?? this.body.detail;
  }

  get reason(): string | undefined {
    return this.body.reason;
  }

  get requestId(): string | undefined {
    return this.body.requestId;
  }

  /** Message per field path, for forms. */
  get fieldErrors(): ReadonlyMap<string, string> {
    return new Map((this.body.errors ?? []).map((error) => [error.path, error.message]));
  }
}

function parse(text: string): Partial<ProblemBody> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
