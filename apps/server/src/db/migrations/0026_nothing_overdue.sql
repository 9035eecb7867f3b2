-- Charges that are overdue for a period that was settled since: their unpaid periods were waived while their application was away, and the charge
-- stayed overdue. Its next renewal would freeze it without asking the card.
WITH healed AS (
  UPDATE "recurrent_charges" c SET "state" = 'active', "first_failed_at" = null, "retries" = 0, "updated_at" = now()
  WHERE c."state" = 'past_due' AND EXISTS (
    SELECT FROM "charge_periods" p
    WHERE p."charge_id" = c."id" AND p."index" = c."settled_period" AND p."ends_at" > c."first_failed_at")
  RETURNING c."id", c."organization_id")
INSERT INTO "audit_events" ("at", "action", "organization_id", "subject", "details")
SELECT now(), 'charge.waived', "organization_id", "id", '{"from": "past_due", "to": "active"}' FROM healed;
