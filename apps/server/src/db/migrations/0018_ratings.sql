CREATE TABLE "rating_shares" (
	"application_id" text NOT NULL,
	"organization_id" text NOT NULL,
	"votes" integer NOT NULL,
	"stars" integer NOT NULL,
	"weight" double precision NOT NULL,
	"settled" boolean NOT NULL,
	CONSTRAINT "rating_shares_application_id_organization_id_pk" PRIMARY KEY("application_id","organization_id")
);
--> statement-breakpoint
CREATE TABLE "rating_totals" (
	"application_id" text PRIMARY KEY NOT NULL,
	"counts" integer[] NOT NULL,
	"settled_weight" double precision NOT NULL,
	"settled_stars" double precision NOT NULL,
	"fresh_weight" double precision NOT NULL,
	"fresh_stars" double precision NOT NULL,
	"prior" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_answers" (
	"rating_id" text PRIMARY KEY NOT NULL,
	"account_id" text,
	"answer" text NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"rejected_at" timestamp (3) with time zone,
	"rejection" text,
	CONSTRAINT "review_answers_decided_once" CHECK ("review_answers"."verified_at" is null or "review_answers"."rejected_at" is null)
);
--> statement-breakpoint
CREATE TABLE "review_reports" (
	"rating_id" text NOT NULL,
	"account_id" text NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "review_reports_rating_id_account_id_pk" PRIMARY KEY("rating_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "ratings" ADD COLUMN "organization_id" text;--> statement-breakpoint
ALTER TABLE "ratings" ADD COLUMN "installed_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ratings" ADD COLUMN "plan" text;--> statement-breakpoint
ALTER TABLE "ratings" ADD COLUMN "wants_mail" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "ratings" ADD COLUMN "written_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ratings" ADD COLUMN "rejected_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ratings" ADD COLUMN "rejection" text;--> statement-breakpoint
ALTER TABLE "rating_shares" ADD CONSTRAINT "rating_shares_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rating_shares" ADD CONSTRAINT "rating_shares_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rating_totals" ADD CONSTRAINT "rating_totals_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_answers" ADD CONSTRAINT "review_answers_rating_id_ratings_id_fk" FOREIGN KEY ("rating_id") REFERENCES "public"."ratings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_answers" ADD CONSTRAINT "review_answers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_rating_id_ratings_id_fk" FOREIGN KEY ("rating_id") REFERENCES "public"."ratings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_answers_waiting" ON "review_answers" USING btree ("written_at") WHERE "review_answers"."verified_at" is null and "review_answers"."rejected_at" is null;--> statement-breakpoint
CREATE INDEX "review_reports_open" ON "review_reports" USING btree ("created_at") WHERE "review_reports"."closed_at" is null;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ratings_account" ON "ratings" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "ratings_waiting" ON "ratings" USING btree ("written_at") WHERE "ratings"."review" is not null and "ratings"."verified_at" is null and "ratings"."rejected_at" is null;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_decided_once" CHECK ("ratings"."verified_at" is null or "ratings"."rejected_at" is null);
--> statement-breakpoint
UPDATE "ratings" SET "written_at" = "created_at" WHERE "review" IS NOT NULL;
--> statement-breakpoint
-- Votes from before accounts existed weigh one each (docs/decisions/0047).
INSERT INTO "rating_totals" ("application_id", "counts", "settled_weight", "settled_stars", "fresh_weight", "fresh_stars", "prior")
SELECT "application_id",
	ARRAY[count(*) FILTER (WHERE "rate" = 1), count(*) FILTER (WHERE "rate" = 2), count(*) FILTER (WHERE "rate" = 3),
		count(*) FILTER (WHERE "rate" = 4), count(*) FILTER (WHERE "rate" = 5)]::int[],
	count(*), sum("rate"), 0, 0,
	(SELECT coalesce(round((sum("rating_rate" * "rating_votes") / nullif(sum("rating_votes"), 0))::numeric, 1), 4) FROM "applications")
FROM "ratings" GROUP BY "application_id";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "announce_catalogue_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'TRUNCATE' THEN
		PERFORM pg_notify('catalogue', '* everything');
	ELSIF TG_TABLE_NAME = 'applications' THEN
		PERFORM pg_notify('catalogue', CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END);
	ELSIF TG_TABLE_NAME IN ('plans', 'resources', 'ratings', 'rating_totals') THEN
		PERFORM pg_notify('catalogue', CASE WHEN TG_OP = 'DELETE' THEN OLD.application_id ELSE NEW.application_id END);
	ELSIF TG_TABLE_NAME = 'review_answers' THEN
		PERFORM pg_notify('catalogue', application_id) FROM ratings
			WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.rating_id ELSE NEW.rating_id END;
	ELSIF TG_TABLE_NAME = 'developers' THEN
		PERFORM pg_notify('catalogue', '* developer ' || CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END);
	ELSE
		PERFORM pg_notify('catalogue', '*');
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "rating_totals_announce" AFTER INSERT OR UPDATE OR DELETE ON "rating_totals" FOR EACH ROW EXECUTE FUNCTION "announce_catalogue_change"();
--> statement-breakpoint
CREATE TRIGGER "rating_totals_announce_emptied" AFTER TRUNCATE ON "rating_totals" FOR EACH STATEMENT EXECUTE FUNCTION "announce_catalogue_change"();
--> statement-breakpoint
CREATE TRIGGER "rating_totals_count" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "rating_totals" FOR EACH STATEMENT EXECUTE FUNCTION "count_catalogue_change"();
--> statement-breakpoint
CREATE TRIGGER "review_answers_announce" AFTER INSERT OR UPDATE OR DELETE ON "review_answers" FOR EACH ROW EXECUTE FUNCTION "announce_catalogue_change"();
