CREATE TABLE "applications" (
	"id" text PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"product" text DEFAULT 'livechat' NOT NULL,
	"category_id" integer,
	"developer_id" text,
	"company" jsonb,
	"hidden" boolean DEFAULT false NOT NULL,
	"under_maintenance" boolean DEFAULT false NOT NULL,
	"installable" boolean DEFAULT true NOT NULL,
	"installations" integer,
	"rating_rate" double precision,
	"rating_votes" integer DEFAULT 0 NOT NULL,
	"short_description" text,
	"long_description" text,
	"long_description_html" text,
	"summary" text,
	"changelog" text,
	"changelog_html" text,
	"text_version" integer DEFAULT 0 NOT NULL,
	"website_url" text,
	"privacy_policy_url" text,
	"terms_url" text,
	"tutorial_url" text,
	"direct_install_url" text,
	"brand_color" text,
	"icon_id" text,
	"screenshots" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"features" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"benefits" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"triggers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"widgets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"authorization" jsonb,
	"elements" jsonb,
	"custom_props" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"payment" jsonb,
	"version" text,
	"designation" text,
	"theme" text,
	"country" text,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"industries" text[] DEFAULT '{}' NOT NULL,
	"types" text[] DEFAULT '{}' NOT NULL,
	"collections" text[] DEFAULT '{}' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"submitted_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"published_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"imported" json,
	"imported_pictures" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "applications_slug_unique" UNIQUE("slug"),
	CONSTRAINT "applications_rating" CHECK ("applications"."rating_rate" between 0 and 5 and "applications"."rating_votes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" integer PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "categories_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "developers" (
	"id" text PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"website" text,
	"email" text,
	"country" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "developers_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "facts" (
	"key" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "facts_key_pk" PRIMARY KEY("key")
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"id" text PRIMARY KEY NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"format" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" text PRIMARY KEY NOT NULL,
	"application_id" text NOT NULL,
	"key" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"billing_cycle" text NOT NULL,
	"pricing_type" text NOT NULL,
	"price_cents" bigint NOT NULL,
	"trial_days" integer DEFAULT 0 NOT NULL,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "plans_price" CHECK ("plans"."price_cents" >= 0 and "plans"."trial_days" >= 0)
);
--> statement-breakpoint
CREATE TABLE "resources" (
	"id" text PRIMARY KEY NOT NULL,
	"application_id" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"url" text,
	"multiplied" boolean DEFAULT false NOT NULL,
	"price_cents" bigint NOT NULL,
	"per_agent" boolean DEFAULT false NOT NULL,
	"months" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_developer_id_developers_id_fk" FOREIGN KEY ("developer_id") REFERENCES "public"."developers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_icon_id_pictures_id_fk" FOREIGN KEY ("icon_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resources" ADD CONSTRAINT "resources_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "applications_published_at" ON "applications" USING btree ("published_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "applications_developer" ON "applications" USING btree ("developer_id");--> statement-breakpoint
CREATE INDEX "applications_category" ON "applications" USING btree ("category_id");--> statement-breakpoint
CREATE UNIQUE INDEX "developers_name_unique" ON "developers" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "plans_application_key" ON "plans" USING btree ("application_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "resources_application_position" ON "resources" USING btree ("application_id","position");--> statement-breakpoint
-- Every change of the catalogue is announced to all processes when it commits: the application's id, or * for what many share.
CREATE SEQUENCE "catalogue_version";
--> statement-breakpoint
CREATE FUNCTION "announce_catalogue_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_TABLE_NAME = 'applications' THEN
		PERFORM pg_notify('catalogue', CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END);
	ELSIF TG_TABLE_NAME IN ('plans', 'resources') THEN
		PERFORM pg_notify('catalogue', CASE WHEN TG_OP = 'DELETE' THEN OLD.application_id ELSE NEW.application_id END);
	ELSE
		PERFORM pg_notify('catalogue', '*');
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "count_catalogue_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM nextval('catalogue_version');
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "applications_announce" AFTER INSERT OR UPDATE OR DELETE ON "applications" FOR EACH ROW EXECUTE FUNCTION "announce_catalogue_change"();
--> statement-breakpoint
CREATE TRIGGER "plans_announce" AFTER INSERT OR UPDATE OR DELETE ON "plans" FOR EACH ROW EXECUTE FUNCTION "announce_catalogue_change"();
--> statement-breakpoint
CREATE TRIGGER "resources_announce" AFTER INSERT OR UPDATE OR DELETE ON "resources" FOR EACH ROW EXECUTE FUNCTION "announce_catalogue_change"();
--> statement-breakpoint
CREATE TRIGGER "developers_announce" AFTER INSERT OR UPDATE OR DELETE ON "developers" FOR EACH ROW EXECUTE FUNCTION "announce_catalogue_change"();
--> statement-breakpoint
CREATE TRIGGER "categories_announce" AFTER INSERT OR UPDATE OR DELETE ON "categories" FOR EACH ROW EXECUTE FUNCTION "announce_catalogue_change"();
--> statement-breakpoint
CREATE TRIGGER "applications_count" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "applications" FOR EACH STATEMENT EXECUTE FUNCTION "count_catalogue_change"();
--> statement-breakpoint
CREATE TRIGGER "developers_count" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "developers" FOR EACH STATEMENT EXECUTE FUNCTION "count_catalogue_change"();
--> statement-breakpoint
CREATE TRIGGER "categories_count" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "categories" FOR EACH STATEMENT EXECUTE FUNCTION "count_catalogue_change"();
--> statement-breakpoint
CREATE TRIGGER "plans_count" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "plans" FOR EACH STATEMENT EXECUTE FUNCTION "count_catalogue_change"();
--> statement-breakpoint
CREATE TRIGGER "resources_count" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "resources" FOR EACH STATEMENT EXECUTE FUNCTION "count_catalogue_change"();
