ALTER TABLE "audit_events" ALTER COLUMN "at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "created_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "due_at" DROP DEFAULT;