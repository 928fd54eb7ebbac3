import type pg from 'pg';
import { companyOf, type Filled, run } from './filled.ts';

const STAFF = 5_000;
/** Login attempts per person. */
const ATTEMPTS_PER_PERSON = 1;

/**
 * Users, and login attempts of thirty days: each user has two devices and six addresses, and one in twelve attempts
 * fails. One attempt in twenty is part of an attack, which tries many accounts from one of forty addresses in an hour.
 */
export async function fillLogins(client: pg.Client, { people, companyIds }: Filled): Promise<void> {
  const attempts = people * ATTEMPTS_PER_PERSON;
  await run(client, 'identity', [
    [USERS, [companyIds, STAFF]],
    [ROLES, [companyIds]],
    ...parts(attempts).map(([from, to]) => [ATTACKED, [from, to, attempts]] as const),
    [SESSIONS, [people / 10]],
    [DEVICES, []],
  ]);
}

function parts(rows: number): [from: number, to: number][] {
  const size = 100_000;
  return Array.from({ length: Math.ceil(rows / size) }, (_, i) => [
    i * size + 1,
    Math.min(rows, (i + 1) * size),
  ]);
}

const USERS = `INSERT INTO users (email, email_key, first_name, last_name, company_id, role, status)
  SELECT 'u' || n || '@example.com', 'u' || n || '@example.com', 'U', 'V', ${companyOf('$1', 'n')},
    CASE WHEN n % 100 = 0 THEN 'admin' WHEN n % 3 = 0 THEN 'analytics' ELSE 'pii_view' END,
    CASE WHEN n % 500 = 0 THEN 'suspended' WHEN n % 50 = 0 THEN 'inactive' ELSE 'active' END
  FROM generate_series(0, $2::integer - 1) AS n`;

/** One user in twenty also has a role in the second company. */
const ROLES = `INSERT INTO user_company_roles (company_id, user_id, role)
  SELECT ($1::bigint[])[2], id, 'pii_view' FROM users WHERE id % 20 = 0 AND email_key LIKE 'u%' AND role <> 'super_admin'`;

const ATTEMPT = `INSERT INTO login_attempts (user_id, email, ip_address, ip_block, user_agent, fingerprint, device_info, success,
    failure_reason, risk_score, blocked, created_at)
  SELECT user_id, email, ip, ip, 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0',
    encode(sha256(device::bytea), 'hex'),
    jsonb_build_object('platform', 'Linux x86_64', 'screenResolution', '1920x1080', 'timezone', 'Asia/Kolkata', 'userAgent', 'Mozilla/5.0'),
    NOT failed, CASE WHEN failed THEN 'invalid_password' END, risk, blocked,
    now() - interval '30 days' + n::double precision / $3::integer * interval '30 days'`;

const ATTACKED = `WITH staff AS MATERIALIZED (SELECT array_agg(id ORDER BY id) AS ids FROM users WHERE email_key ~ '^u[0-9]+@')
  ${ATTEMPT}
  FROM (
    SELECT n, CASE WHEN n % 40 = 20 THEN NULL ELSE s.ids[1 + u] END AS user_id,
      CASE WHEN n % 40 = 20 THEN 'x' || n % 3000 || '@elsewhere.example' ELSE 'u' || u || '@example.com' END AS email,
      CASE WHEN n % 20 = 0 THEN '203.0.113.' || (n / 1400) % 40
        ELSE '100.' || 64 + (u * 6 + n % 6) / 62500 || '.' || (u * 6 + n % 6) / 250 % 250 || '.' || (u * 6 + n % 6) % 250 END AS ip,
      CASE WHEN n % 20 = 0 THEN 'attack' || (n / 5000) % 300 ELSE 'device' || u || '-' || n % 2 END AS device,
      n % 20 = 0 OR n % 12 = 1 AS failed, CASE WHEN n % 50 = 0 THEN 80 WHEN n % 20 = 0 THEN 55 ELSE 0 END AS risk,
      n % 200 = 0 AS blocked
    FROM staff s, generate_series($1::integer, $2::integer) AS n, LATERAL (SELECT (n::bigint * 7919 % ${STAFF})::integer AS u) AS p
  ) AS a`;

const SESSIONS = `INSERT INTO user_sessions (id, user_id, ip_address, user_agent, created_at, last_seen_at, expires_at, ended_at)
  SELECT 'bench' || n, u.id, '100.64.0.1', 'bench', now() - n * interval '1 minute', now() - n * interval '1 minute',
    now() + interval '12 hours' - n * interval '1 minute', CASE WHEN n > 700 THEN now() END
  FROM generate_series(1, $1::integer) AS n JOIN users u ON u.email_key = 'u' || n % ${STAFF} || '@example.com'`;

const DEVICES = `INSERT INTO known_devices (device_sha256, user_id)
  SELECT sha256((u.id || '-' || d)::bytea), u.id FROM users u, generate_series(1, 2) AS d`;
