#!/bin/sh
# Run once by PostgreSQL's image: the role that serves owns nothing. The password
# goes in as a value, whatever stands in it.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set password="$SERVER_PASSWORD" <<'SQL'
CREATE ROLE market_server LOGIN PASSWORD :'password';
SQL
