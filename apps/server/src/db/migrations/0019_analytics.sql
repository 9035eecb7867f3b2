CREATE TABLE "event_counts" (
	"day" date NOT NULL,
	"event" text NOT NULL,
	"application_id" text NOT NULL,
	"variant" text NOT NULL,
	"detail" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "event_counts_day_event_application_id_variant_detail_pk" PRIMARY KEY("day","event","application_id","variant","detail")
);
--> statement-breakpoint
CREATE INDEX "event_counts_by_application" ON "event_counts" USING btree ("application_id","day");