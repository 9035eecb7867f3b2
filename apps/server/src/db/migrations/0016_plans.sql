CREATE TABLE "payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"developer_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"state" text NOT NULL,
	"requested_by" text,
	"reference" text,
	"note" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payouts_amount" CHECK ("payouts"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"developer_id" text NOT NULL,
	"month" text NOT NULL,
	"document" jsonb NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "statements_developer_id_month_pk" PRIMARY KEY("developer_id","month")
);
--> statement-breakpoint
CREATE TABLE "charge_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"charge_id" text NOT NULL,
	"account_id" text,
	"state" text NOT NULL,
	"checksum" text NOT NULL,
	"plan_id" text NOT NULL,
	"quantity" integer NOT NULL,
	"price" bigint NOT NULL,
	"full" bigint NOT NULL,
	"credit" bigint NOT NULL,
	"tax_rate" integer NOT NULL,
	"total" bigint NOT NULL,
	"scheduled" jsonb,
	"description" text NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "charge_changes_amounts" CHECK ("charge_changes"."credit" between 0 and "charge_changes"."full" and "charge_changes"."total" >= 0),
	CONSTRAINT "charge_changes_target" CHECK ("charge_changes"."price" between 0 and 99999999 and "charge_changes"."quantity" between 1 and 10000),
	CONSTRAINT "charge_changes_ended" CHECK (("charge_changes"."state" = 'paying') = ("charge_changes"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "recurrent_charges" ADD COLUMN "replaces_id" text;--> statement-breakpoint
ALTER TABLE "carts" ADD COLUMN "agents" text[];--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_developer_id_developers_id_fk" FOREIGN KEY ("developer_id") REFERENCES "public"."developers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_requested_by_accounts_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_developer_id_developers_id_fk" FOREIGN KEY ("developer_id") REFERENCES "public"."developers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_changes" ADD CONSTRAINT "charge_changes_charge_id_recurrent_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."recurrent_charges"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_changes" ADD CONSTRAINT "charge_changes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_changes" ADD CONSTRAINT "charge_changes_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payouts_developer" ON "payouts" USING btree ("developer_id","created_at");--> statement-breakpoint
CREATE INDEX "payouts_open" ON "payouts" USING btree ("created_at") WHERE "payouts"."state" in ('held', 'pending', 'in_transit');--> statement-breakpoint
CREATE UNIQUE INDEX "charge_changes_live" ON "charge_changes" USING btree ("charge_id") WHERE "charge_changes"."state" = 'paying';--> statement-breakpoint
CREATE INDEX "charge_changes_charge" ON "charge_changes" USING btree ("charge_id");--> statement-breakpoint
CREATE TRIGGER statements_only_grow BEFORE UPDATE OR DELETE ON "statements" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER statements_never_emptied BEFORE TRUNCATE ON "statements" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
