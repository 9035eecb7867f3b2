ALTER TABLE "sign_ups" DROP COLUMN "name";--> statement-breakpoint
ALTER TABLE "sign_ups" DROP COLUMN "organization";--> statement-breakpoint
ALTER TABLE "sign_ups" DROP COLUMN "password_hash";--> statement-breakpoint
ALTER TABLE "sign_ups" DROP COLUMN "browser_hash";--> statement-breakpoint
ALTER TABLE "sign_ups" DROP COLUMN "query";