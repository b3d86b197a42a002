-- What verify/e2e/wire/rest.mjs asks for. Everybody may do everything: rights are other tests'.
CREATE TABLE authors (id int PRIMARY KEY, name text, city text);
CREATE TABLE books (
  id int PRIMARY KEY, author_id int REFERENCES authors, title text NOT NULL, price numeric,
  tags text[] NOT NULL DEFAULT '{}', during daterange, about jsonb
);
INSERT INTO authors VALUES (1, 'Ana', 'Recife'), (2, 'Bia', NULL);
INSERT INTO books VALUES
  (1, 1, 'Valves', 10, '{a,b}', '[2020-01-01,2020-02-01)', '{"k": 1, "deep": {"x": "y"}}'),
  (2, 1, 'Pumps', 20, '{b}', '[2020-02-01,2020-03-01)', '{}'),
  (3, 2, 'Motors', NULL, '{}', NULL, NULL);
CREATE TABLE parts (id int PRIMARY KEY, name text UNIQUE, size int DEFAULT 8);

CREATE FUNCTION add(a int, b int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT a + b';
CREATE FUNCTION total(VARIADIC prices numeric[]) RETURNS numeric LANGUAGE sql IMMUTABLE AS 'SELECT sum(p) FROM unnest(prices) p';
CREATE FUNCTION sizes(of int[]) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT cardinality(of)';
CREATE FUNCTION books_of(author int) RETURNS SETOF books LANGUAGE sql STABLE AS 'SELECT * FROM books WHERE author_id = author';
CREATE FUNCTION keep_part(called text) RETURNS int LANGUAGE sql AS 'INSERT INTO parts VALUES (90, called) RETURNING 1';
CREATE FUNCTION complain() RETURNS void LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'No' USING DETAIL = 'as asked', HINT = 'ask less'; END $$;

CREATE SCHEMA shop;
CREATE TABLE shop.items (id int);
INSERT INTO shop.items VALUES (1);
CREATE FUNCTION shop.greet(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$SELECT 'Hello ' || name$$;
CREATE FUNCTION who() RETURNS text LANGUAGE plpgsql STABLE AS $$BEGIN RETURN concat_ws(' ', current_user, auth.uid(), auth.email()); END$$;
CREATE FUNCTION header(name text) RETURNS text LANGUAGE sql STABLE RETURN current_setting('request.headers', true)::json ->> name;
