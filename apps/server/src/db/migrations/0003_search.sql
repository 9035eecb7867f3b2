CREATE TABLE "search_misses" (
	"day" date NOT NULL,
	"query" text NOT NULL,
	"product" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "search_misses_day_query_product_pk" PRIMARY KEY("day","query","product")
);
--> statement-breakpoint
CREATE TABLE "search_synonyms" (
	"id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL,
	"words" text[] NOT NULL,
	"one_way_from" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "search_synonyms_words" CHECK (cardinality("search_synonyms"."words") >= case when "search_synonyms"."one_way_from" is null then 2 else 1 end)
);
--> statement-breakpoint
-- There are few of them: whoever searches reads all of them again.
CREATE FUNCTION "announce_search_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('search', '*');
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "search_synonyms_announce" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "search_synonyms" FOR EACH STATEMENT EXECUTE FUNCTION "announce_search_change"();
