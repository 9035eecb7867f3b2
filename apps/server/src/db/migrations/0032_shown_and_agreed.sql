CREATE TABLE "shown_charges" (
	"account_id" text NOT NULL,
	"charge_id" text NOT NULL,
	"total" bigint NOT NULL,
	"terms" text NOT NULL,
	"listed" boolean NOT NULL,
	"shown_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shown_charges_account_id_charge_id_pk" PRIMARY KEY("account_id","charge_id"),
	CONSTRAINT "shown_charges_total" CHECK ("shown_charges"."total" >= 0)
);
--> statement-breakpoint
ALTER TABLE "shown_charges" ADD CONSTRAINT "shown_charges_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shown_charges_newest" ON "shown_charges" USING btree ("account_id","shown_at");--> statement-breakpoint
CREATE INDEX "direct_charges_agreed" ON "direct_charges" USING btree ("accepted_at") WHERE "direct_charges"."state" = 'accepted';--> statement-breakpoint
CREATE INDEX "recurrent_charges_agreed" ON "recurrent_charges" USING btree ("accepted_at") WHERE "recurrent_charges"."state" = 'accepted';--> statement-breakpoint
ALTER TABLE "direct_charges" DROP COLUMN "shown_tax_rate";--> statement-breakpoint
ALTER TABLE "recurrent_charges" DROP COLUMN "shown_tax_rate";--> statement-breakpoint
-- Agreements from before this migration end 14 days after it, and not at once.
UPDATE "direct_charges" SET "accepted_at" = now() WHERE "state" = 'accepted';--> statement-breakpoint
UPDATE "recurrent_charges" SET "accepted_at" = now() WHERE "state" = 'accepted';
