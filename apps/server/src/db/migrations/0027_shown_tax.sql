ALTER TABLE "direct_charges" ADD COLUMN "shown_tax_rate" integer;--> statement-breakpoint
ALTER TABLE "recurrent_charges" ADD COLUMN "shown_tax_rate" integer;