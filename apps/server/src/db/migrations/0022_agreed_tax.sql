ALTER TABLE "direct_charges" ADD COLUMN "agreed_tax_rate" integer;--> statement-breakpoint
ALTER TABLE "recurrent_charges" ADD COLUMN "agreed_tax_rate" integer;