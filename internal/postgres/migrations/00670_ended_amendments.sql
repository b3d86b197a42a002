-- An amendment that waits for its answer ends in the transaction that ends its
-- contract. What an earlier version left waiting the job of contracts lets lapse.

-- +goose Up
SELECT private.log_knows('end_amendment');
