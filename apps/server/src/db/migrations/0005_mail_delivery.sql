DROP INDEX "mails_waiting";--> statement-breakpoint
ALTER TABLE "awaiting_apps" ADD COLUMN "told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "reply_to" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "due_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "claimed_by" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "claimed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "last_error" text;--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("due_at") WHERE "mails"."sent_at" is null and "mails"."failed_at" is null;