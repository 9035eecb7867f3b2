-- A price that is paid once is charged at once. Catalogues could name trial days for it, which carts showed and no charge kept.
UPDATE "plans" SET "trial_days" = 0 WHERE "billing_cycle" = 'pay-once' AND "trial_days" <> 0;--> statement-breakpoint
UPDATE "applications" SET "payment" = jsonb_set("payment", '{trialDays}', '0') WHERE "payment" ->> 'frequency' = 'once' AND "payment" -> 'trialDays' <> '0';--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_once" CHECK ("plans"."billing_cycle" <> 'pay-once' or "plans"."trial_days" = 0);
