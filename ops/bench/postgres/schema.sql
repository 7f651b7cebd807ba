-- The least that does what a warehouse of Entrepot does: a row to lock, the stock, the ledger.
CREATE TABLE warehouse (id int PRIMARY KEY, sequence bigint NOT NULL);
CREATE TABLE stock (
  warehouse int, area int, shelf int, product int, batch text,
  on_hand numeric NOT NULL CHECK (on_hand >= 0), reserved numeric NOT NULL,
  PRIMARY KEY (warehouse, area, shelf, product, batch)
);
CREATE TABLE movement (
  warehouse int, sequence bigint, at timestamptz NOT NULL, admin int NOT NULL, command text NOT NULL,
  area int, shelf int, product int, batch text, quantity numeric NOT NULL, price numeric NOT NULL, balance numeric NOT NULL,
  PRIMARY KEY (warehouse, sequence)
);
INSERT INTO warehouse VALUES (1, 0);
INSERT INTO stock SELECT 1, 0, 0, product, '', 900000000, 0 FROM generate_series(1, 1000) AS product;
VACUUM ANALYZE;
