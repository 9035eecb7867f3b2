CREATE TABLE "expert_inquiries" (
	"id" text PRIMARY KEY NOT NULL,
	"campaign_slug" text,
	"name" text NOT NULL,
	"surname" text,
	"email" text NOT NULL,
	"website" text,
	"message" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "expert_inquiry_recipients" (
	"inquiry_id" text NOT NULL,
	"expert_id" text NOT NULL,
	"mail_id" text,
	CONSTRAINT "expert_inquiry_recipients_inquiry_id_expert_id_pk" PRIMARY KEY("inquiry_id","expert_id")
);
--> statement-breakpoint
CREATE TABLE "expert_visits" (
	"expert_id" text NOT NULL,
	"day" date NOT NULL,
	"visits" integer NOT NULL,
	CONSTRAINT "expert_visits_expert_id_day_pk" PRIMARY KEY("expert_id","day")
);
--> statement-breakpoint
CREATE TABLE "prospect_visits" (
	"prospect_id" text NOT NULL,
	"day" date NOT NULL,
	"visits" integer NOT NULL,
	CONSTRAINT "prospect_visits_prospect_id_day_pk" PRIMARY KEY("prospect_id","day")
);
--> statement-breakpoint
CREATE TABLE "prospect_waiting" (
	"prospect_id" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "expert_comments" ADD COLUMN "rejected_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "expert_inquiry_recipients" ADD CONSTRAINT "expert_inquiry_recipients_inquiry_id_expert_inquiries_id_fk" FOREIGN KEY ("inquiry_id") REFERENCES "public"."expert_inquiries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expert_inquiry_recipients" ADD CONSTRAINT "expert_inquiry_recipients_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expert_inquiry_recipients" ADD CONSTRAINT "expert_inquiry_recipients_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expert_visits" ADD CONSTRAINT "expert_visits_expert_id_experts_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_visits" ADD CONSTRAINT "prospect_visits_prospect_id_prospects_id_fk" FOREIGN KEY ("prospect_id") REFERENCES "public"."prospects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prospect_waiting" ADD CONSTRAINT "prospect_waiting_prospect_id_prospects_id_fk" FOREIGN KEY ("prospect_id") REFERENCES "public"."prospects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "expert_inquiries_by_time" ON "expert_inquiries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "expert_inquiry_recipients_by_mail" ON "expert_inquiry_recipients" USING btree ("mail_id");--> statement-breakpoint
CREATE UNIQUE INDEX "prospect_waiting_once" ON "prospect_waiting" USING btree ("prospect_id",lower("email"));--> statement-breakpoint
CREATE INDEX "expert_comments_by_time" ON "expert_comments" USING btree ("created_at");
--> statement-breakpoint
-- A comment that nobody is shown changes nothing of what is kept in memory. Otherwise each stranger who writes one would have everything
-- read again.
DROP TRIGGER "expert_comments_announce" ON "expert_comments";
--> statement-breakpoint
CREATE TRIGGER "expert_comments_announce_added" AFTER INSERT ON "expert_comments" FOR EACH ROW WHEN (NEW."verified_at" IS NOT NULL) EXECUTE FUNCTION "announce_partners_change"();
--> statement-breakpoint
CREATE TRIGGER "expert_comments_announce_changed" AFTER UPDATE ON "expert_comments" FOR EACH ROW WHEN (OLD."verified_at" IS NOT NULL OR NEW."verified_at" IS NOT NULL) EXECUTE FUNCTION "announce_partners_change"();
--> statement-breakpoint
CREATE TRIGGER "expert_comments_announce_deleted" AFTER DELETE ON "expert_comments" FOR EACH ROW WHEN (OLD."verified_at" IS NOT NULL) EXECUTE FUNCTION "announce_partners_change"();
--> statement-breakpoint
CREATE TRIGGER "expert_comments_announce_emptied" AFTER TRUNCATE ON "expert_comments" FOR EACH STATEMENT EXECUTE FUNCTION "announce_partners_change"();
