-- Rows written within a millisecond get keys in the order they were written:
-- the twelve bits behind the milliseconds are its fraction (RFC 9562, 6.2,
-- method 3). Until now they were drawn, and equal moments had no order.

-- +goose Up
CREATE OR REPLACE FUNCTION private.uuid_v7() RETURNS uuid LANGUAGE sql PARALLEL SAFE SET search_path = ''
RETURN (
  SELECT encode(overlay(overlay(uuid_send(gen_random_uuid())
           PLACING substring(int8send(moment.microseconds / 1000) FROM 3) FROM 1 FOR 6)
           PLACING substring(int8send(28672 + moment.microseconds % 1000 * 4096 / 1000) FROM 7) FROM 7 FOR 2), 'hex')::uuid
  FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS microseconds) AS moment
);
