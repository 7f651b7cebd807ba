\set product random(1, 1000)
BEGIN;
UPDATE warehouse SET sequence = sequence + 1 WHERE id = 1 RETURNING sequence \gset
UPDATE stock SET on_hand = on_hand - 1 WHERE warehouse = 1 AND area = 0 AND shelf = 0 AND product = :product AND batch = '' RETURNING on_hand \gset
INSERT INTO movement VALUES (1, :sequence, now(), 1, 'm-' || :client_id || '-' || :sequence, 0, 0, :product, '', -1, 3, :on_hand);
COMMIT;
