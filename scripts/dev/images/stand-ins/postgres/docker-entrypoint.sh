#!/usr/bin/env bash
# Acts like the official entry point with the settings of docker-compose.yml: creates the database cluster at the first
# start, with the password of a file, then executes the server.
set -euo pipefail
if [ "$1" = postgres ]; then
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA"
fi
if [ "$1" = postgres ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --username="${POSTGRES_USER:-postgres}" --pwfile="$POSTGRES_PASSWORD_FILE" ${POSTGRES_INITDB_ARGS:-}
  database=${POSTGRES_DB:-postgres}
  if [ "$database" != postgres ]; then
    pg_ctl start -w -o "-c listen_addresses='' -k /tmp"
    PGPASSWORD=$(cat "$POSTGRES_PASSWORD_FILE") psql -h /tmp -U "${POSTGRES_USER:-postgres}" -d postgres -c "CREATE DATABASE \"$database\""
    pg_ctl stop -m fast -w
  fi
fi
exec "$@"
