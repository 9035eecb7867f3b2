ALTER TABLE "oauth_clients" ALTER COLUMN "response_types" SET DEFAULT '{"code"}';--> statement-breakpoint
-- Clients that are there already go on as they were: with addresses below the registered ones. New ones name theirs exactly.
ALTER TABLE "oauth_clients" ADD COLUMN "redirect_match" text DEFAULT 'under' NOT NULL;--> statement-breakpoint
ALTER TABLE "oauth_clients" ALTER COLUMN "redirect_match" SET DEFAULT 'exact';--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD CONSTRAINT "oauth_clients_redirect_match" CHECK ("oauth_clients"."redirect_match" in ('exact', 'under'));