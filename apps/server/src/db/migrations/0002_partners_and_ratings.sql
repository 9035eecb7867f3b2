CREATE TABLE "campaigns" (
	"slug" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"lead" text NOT NULL,
	"description" text,
	"points" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"experts" text[] DEFAULT '{}' NOT NULL,
	"published_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "expert_comments" (
	"id" text PRIMARY KEY NOT NULL,
	"expert_id" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"website" text,
	"comment" text NOT NULL,
	"verified_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "experts" (
	"id" text PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"headline" text,
	"description" text,
	"website" text,
	"email" text NOT NULL,
	"city" text,
	"country" text,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"industries" text[] DEFAULT '{}' NOT NULL,
	"services" text[] DEFAULT '{}' NOT NULL,
	"products" text[] DEFAULT '{}' NOT NULL,
	"applications" text[] DEFAULT '{}' NOT NULL,
	"brand_color" text,
	"logo_id" text,
	"verified" boolean DEFAULT false NOT NULL,
	"recommended" boolean DEFAULT false NOT NULL,
	"founded_year" integer,
	"team_size" text,
	"published_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "experts_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "prospects" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"country" text,
	"website" text,
	"claimed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ratings" (
	"id" text PRIMARY KEY NOT NULL,
	"application_id" text NOT NULL,
	"account_id" text,
	"rate" integer NOT NULL,
	"name" text,
	"review" text,
	"verified_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ratings_rate" CHECK ("ratings"."rate" between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "rating_histogram" integer[];--> statement-breakpoint
ALTER TABLE "expert_comments" ADD CONSTRAINT "expert_comments_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experts" ADD CONSTRAINT "experts_logo_id_pictures_id_fk" FOREIGN KEY ("logo_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "expert_comments_once" ON "expert_comments" USING btree ("expert_id",lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "ratings_application_account" ON "ratings" USING btree ("application_id","account_id");--> statement-breakpoint
CREATE INDEX "ratings_application_created" ON "ratings" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE OR REPLACE FUNCTION "announce_catalogue_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_TABLE_NAME = 'applications' THEN
		PERFORM pg_notify('catalogue', CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END);
	ELSIF TG_TABLE_NAME IN ('plans', 'resources', 'ratings') THEN
		PERFORM pg_notify('catalogue', CASE WHEN TG_OP = 'DELETE' THEN OLD.application_id ELSE NEW.application_id END);
	ELSE
		PERFORM pg_notify('catalogue', '*');
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "ratings_announce" AFTER INSERT OR UPDATE OR DELETE ON "ratings" FOR EACH ROW EXECUTE FUNCTION "announce_catalogue_change"();
--> statement-breakpoint
CREATE TRIGGER "ratings_count" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "ratings" FOR EACH STATEMENT EXECUTE FUNCTION "count_catalogue_change"();
--> statement-breakpoint
-- Experts and what belongs to them are few: whoever shows them reads all of them again.
CREATE FUNCTION "announce_partners_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('partners', '*');
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "experts_announce" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "experts" FOR EACH STATEMENT EXECUTE FUNCTION "announce_partners_change"();
--> statement-breakpoint
CREATE TRIGGER "expert_comments_announce" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "expert_comments" FOR EACH STATEMENT EXECUTE FUNCTION "announce_partners_change"();
--> statement-breakpoint
CREATE TRIGGER "prospects_announce" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "prospects" FOR EACH STATEMENT EXECUTE FUNCTION "announce_partners_change"();
--> statement-breakpoint
CREATE TRIGGER "campaigns_announce" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "campaigns" FOR EACH STATEMENT EXECUTE FUNCTION "announce_partners_change"();
