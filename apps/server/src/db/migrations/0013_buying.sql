CREATE TABLE "billing_profiles" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"customer_id" text,
	"name" text,
	"country" text,
	"state" text,
	"zip" text,
	"city" text,
	"street" text,
	"vat_id" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "billing_profiles_customer_id_unique" UNIQUE("customer_id")
);
--> statement-breakpoint
CREATE TABLE "coupon_redemptions" (
	"attempt_id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"organization_id" text NOT NULL,
	"redeemed_at" timestamp (3) with time zone,
	"released_at" timestamp (3) with time zone,
	CONSTRAINT "coupon_redemptions_end" CHECK ("coupon_redemptions"."redeemed_at" is null or "coupon_redemptions"."released_at" is null)
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"code" text PRIMARY KEY NOT NULL,
	"percent" integer,
	"amount_cents" bigint,
	"max_redemptions" integer,
	"valid_from" timestamp (3) with time zone NOT NULL,
	"valid_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "coupons_value" CHECK (("coupons"."percent" is null) <> ("coupons"."amount_cents" is null)),
	CONSTRAINT "coupons_percent" CHECK ("coupons"."percent" between 1 and 100),
	CONSTRAINT "coupons_amount" CHECK ("coupons"."amount_cents" > 0),
	CONSTRAINT "coupons_redemptions" CHECK ("coupons"."max_redemptions" > 0)
);
--> statement-breakpoint
CREATE TABLE "document_numbers" (
	"series" text PRIMARY KEY NOT NULL,
	"next" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"kind" text NOT NULL,
	"series" text NOT NULL,
	"number" integer NOT NULL,
	"corrects_id" text,
	"attempt_id" text,
	"refund_id" text,
	"total" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"document" jsonb NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"movement_kind" text NOT NULL,
	"movement_id" text NOT NULL,
	"account" text NOT NULL,
	"developer_id" text,
	"amount" bigint NOT NULL,
	"available_at" timestamp (3) with time zone NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"account_id" text,
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"tax_rate" integer,
	"description" text NOT NULL,
	"customer_id" text,
	"card_id" text,
	"saves_card" boolean NOT NULL,
	"owner_away" boolean NOT NULL,
	"state" text NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	"intent_id" text,
	"capture_amount" bigint,
	"capture_id" text,
	"failure_code" text,
	"failure_final" boolean,
	"lease_token" text,
	"lease_until" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "payment_attempts_amount" CHECK ("payment_attempts"."amount" = 0 or "payment_attempts"."amount" >= 50),
	CONSTRAINT "payment_attempts_capture" CHECK ("payment_attempts"."capture_amount" between 0 and "payment_attempts"."amount"),
	CONSTRAINT "payment_attempts_ended" CHECK (("payment_attempts"."state" in ('captured', 'released', 'declined', 'abandoned')) = ("payment_attempts"."ended_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"about_kind" text NOT NULL,
	"about_id" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"handled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"sale_id" text NOT NULL,
	"total" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"commission" bigint NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"requested_by" text,
	"state" text NOT NULL,
	"provider_refund_id" text,
	"generation" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "refunds_total" CHECK ("refunds"."total" > 0 and "refunds"."tax" between 0 and "refunds"."total")
);
--> statement-breakpoint
CREATE TABLE "sales" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"attempt_id" text NOT NULL,
	"charge_kind" text NOT NULL,
	"charge_id" text NOT NULL,
	"period" integer DEFAULT 0 NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"period_end" timestamp (3) with time zone,
	"application_id" text,
	"developer_id" text,
	"description" text NOT NULL,
	"unit_price" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"discount" bigint NOT NULL,
	"net" bigint NOT NULL,
	"tax_rate" integer NOT NULL,
	"tax" bigint NOT NULL,
	"total" bigint NOT NULL,
	"commission_percent" integer NOT NULL,
	"commission" bigint NOT NULL,
	"coupon_code" text,
	"capture_id" text,
	"sold_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sales_total" CHECK ("sales"."net" = "sales"."unit_price" * "sales"."quantity" - "sales"."discount" and "sales"."total" = "sales"."net" + "sales"."tax"),
	CONSTRAINT "sales_signs" CHECK ("sales"."net" >= 0 and "sales"."tax" >= 0 and "sales"."discount" >= 0 and "sales"."commission" between 0 and "sales"."net")
);
--> statement-breakpoint
CREATE TABLE "tax_rates" (
	"country" text NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	"rate" integer NOT NULL,
	"valid_from" timestamp (3) with time zone NOT NULL,
	"source" text,
	CONSTRAINT "tax_rates_country_state_valid_from_pk" PRIMARY KEY("country","state","valid_from"),
	CONSTRAINT "tax_rates_rate" CHECK ("tax_rates"."rate" between 0 and 100000)
);
--> statement-breakpoint
CREATE TABLE "charge_periods" (
	"charge_id" text NOT NULL,
	"index" integer NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"attempt_id" text,
	"settled_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "charge_periods_charge_id_index_pk" PRIMARY KEY("charge_id","index"),
	CONSTRAINT "charge_periods_attempt" CHECK ("charge_periods"."outcome" = 'waived' or "charge_periods"."attempt_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "direct_charges" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"license_id" integer NOT NULL,
	"account_id" text,
	"seller_client_id" text NOT NULL,
	"order_client_id" text NOT NULL,
	"application_id" text,
	"developer_id" text,
	"plan_id" text,
	"cart_id" text,
	"name" text NOT NULL,
	"price" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"per_account" boolean NOT NULL,
	"test" boolean NOT NULL,
	"return_url" text,
	"commission_percent" integer NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"paid_at" timestamp (3) with time zone,
	CONSTRAINT "direct_charges_price" CHECK ("direct_charges"."price" between 0 and 99999999 and "direct_charges"."quantity" between 1 and 10000)
);
--> statement-breakpoint
CREATE TABLE "entitlements" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"application_id" text NOT NULL,
	"source" text NOT NULL,
	"charge_id" text,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "recurrent_charges" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"license_id" integer NOT NULL,
	"account_id" text,
	"seller_client_id" text NOT NULL,
	"order_client_id" text NOT NULL,
	"application_id" text,
	"developer_id" text,
	"plan_id" text,
	"cart_id" text,
	"name" text NOT NULL,
	"price" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"per_account" boolean NOT NULL,
	"test" boolean NOT NULL,
	"return_url" text,
	"commission_percent" integer NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"months" integer NOT NULL,
	"trial_days" integer NOT NULL,
	"anchor_at" timestamp (3) with time zone,
	"trial_ends_at" timestamp (3) with time zone,
	"trial_end_told_at" timestamp (3) with time zone,
	"settled_period" integer DEFAULT -1 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"first_failed_at" timestamp (3) with time zone,
	"retries" integer DEFAULT 0 NOT NULL,
	"activated_at" timestamp (3) with time zone,
	"frozen_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"scheduled" jsonb,
	CONSTRAINT "recurrent_charges_price" CHECK ("recurrent_charges"."price" between 0 and 99999999 and "recurrent_charges"."quantity" between 1 and 10000),
	CONSTRAINT "recurrent_charges_months" CHECK ("recurrent_charges"."months" between 1 and 12 and "recurrent_charges"."trial_days" >= 0)
);
--> statement-breakpoint
CREATE TABLE "trials" (
	"organization_id" text NOT NULL,
	"application_id" text NOT NULL,
	"charge_id" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "trials_organization_id_application_id_pk" PRIMARY KEY("organization_id","application_id")
);
--> statement-breakpoint
CREATE TABLE "cart_items" (
	"cart_id" text NOT NULL,
	"application_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"added_by" text,
	"added_at" timestamp (3) with time zone NOT NULL,
	"purchased_at" timestamp (3) with time zone,
	"note" text,
	"charge_id" text,
	CONSTRAINT "cart_items_cart_id_application_id_pk" PRIMARY KEY("cart_id","application_id"),
	CONSTRAINT "cart_items_outcome" CHECK ("cart_items"."purchased_at" is null or "cart_items"."note" is null)
);
--> statement-breakpoint
CREATE TABLE "carts" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"license_id" integer NOT NULL,
	"created_by" text,
	"name" text NOT NULL,
	"coupon_code" text,
	"locked_by" text,
	"checked_out_until" timestamp (3) with time zone,
	"quote" jsonb,
	"checksum" text,
	"accepted_until" timestamp (3) with time zone,
	"purchased_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "carts_end" CHECK ("carts"."purchased_at" is null or "carts"."closed_at" is null),
	CONSTRAINT "carts_lock" CHECK (("carts"."checked_out_until" is null) or ("carts"."quote" is not null and "carts"."checksum" is not null))
);
--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "provider_card_id" text;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "saved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "expiry_told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "billing_profiles" ADD CONSTRAINT "billing_profiles_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_code_coupons_code_fk" FOREIGN KEY ("code") REFERENCES "public"."coupons"("code") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_developer_id_developers_id_fk" FOREIGN KEY ("developer_id") REFERENCES "public"."developers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_requested_by_accounts_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales" ADD CONSTRAINT "sales_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales" ADD CONSTRAINT "sales_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales" ADD CONSTRAINT "sales_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales" ADD CONSTRAINT "sales_developer_id_developers_id_fk" FOREIGN KEY ("developer_id") REFERENCES "public"."developers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_periods" ADD CONSTRAINT "charge_periods_charge_id_recurrent_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."recurrent_charges"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_periods" ADD CONSTRAINT "charge_periods_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "direct_charges" ADD CONSTRAINT "direct_charges_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "direct_charges" ADD CONSTRAINT "direct_charges_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "direct_charges" ADD CONSTRAINT "direct_charges_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "direct_charges" ADD CONSTRAINT "direct_charges_seller_client_id_oauth_clients_id_fk" FOREIGN KEY ("seller_client_id") REFERENCES "public"."oauth_clients"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "direct_charges" ADD CONSTRAINT "direct_charges_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "direct_charges" ADD CONSTRAINT "direct_charges_developer_id_developers_id_fk" FOREIGN KEY ("developer_id") REFERENCES "public"."developers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "direct_charges" ADD CONSTRAINT "direct_charges_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurrent_charges" ADD CONSTRAINT "recurrent_charges_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurrent_charges" ADD CONSTRAINT "recurrent_charges_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurrent_charges" ADD CONSTRAINT "recurrent_charges_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurrent_charges" ADD CONSTRAINT "recurrent_charges_seller_client_id_oauth_clients_id_fk" FOREIGN KEY ("seller_client_id") REFERENCES "public"."oauth_clients"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurrent_charges" ADD CONSTRAINT "recurrent_charges_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurrent_charges" ADD CONSTRAINT "recurrent_charges_developer_id_developers_id_fk" FOREIGN KEY ("developer_id") REFERENCES "public"."developers"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurrent_charges" ADD CONSTRAINT "recurrent_charges_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trials" ADD CONSTRAINT "trials_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trials" ADD CONSTRAINT "trials_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_added_by_accounts_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_license_id_licenses_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."licenses"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_created_by_accounts_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_coupon_code_coupons_code_fk" FOREIGN KEY ("coupon_code") REFERENCES "public"."coupons"("code") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_locked_by_accounts_id_fk" FOREIGN KEY ("locked_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coupon_redemptions_code" ON "coupon_redemptions" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("series","number");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_attempt" ON "invoices" USING btree ("attempt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_refund" ON "invoices" USING btree ("refund_id","kind");--> statement-breakpoint
CREATE INDEX "invoices_organization" ON "invoices" USING btree ("organization_id","issued_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_movement" ON "ledger_entries" USING btree ("movement_kind","movement_id","account");--> statement-breakpoint
CREATE INDEX "ledger_entries_developer" ON "ledger_entries" USING btree ("developer_id","available_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_live" ON "payment_attempts" USING btree ("subject_kind","subject_id") WHERE "payment_attempts"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "payment_attempts_due" ON "payment_attempts" USING btree ("lease_until") WHERE "payment_attempts"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "payment_attempts_subject" ON "payment_attempts" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "payment_attempts_intent" ON "payment_attempts" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "payment_attempts_organization" ON "payment_attempts" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "refunds_sale" ON "refunds" USING btree ("sale_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_provider" ON "refunds" USING btree ("provider_refund_id","sale_id");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("lease_until") WHERE "refunds"."state" in ('requested', 'pending');--> statement-breakpoint
CREATE UNIQUE INDEX "sales_period" ON "sales" USING btree ("charge_kind","charge_id","period");--> statement-breakpoint
CREATE INDEX "sales_organization" ON "sales" USING btree ("organization_id","sold_at");--> statement-breakpoint
CREATE INDEX "sales_attempt" ON "sales" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "sales_capture" ON "sales" USING btree ("capture_id");--> statement-breakpoint
CREATE INDEX "sales_developer" ON "sales" USING btree ("developer_id");--> statement-breakpoint
CREATE INDEX "sales_application" ON "sales" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "direct_charges_organization" ON "direct_charges" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "direct_charges_application" ON "direct_charges" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "direct_charges_client" ON "direct_charges" USING btree ("order_client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "entitlements_live" ON "entitlements" USING btree ("organization_id","application_id") WHERE "entitlements"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "entitlements_ending" ON "entitlements" USING btree ("ends_at") WHERE "entitlements"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "entitlements_charge" ON "entitlements" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "recurrent_charges_organization" ON "recurrent_charges" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "recurrent_charges_due" ON "recurrent_charges" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "recurrent_charges_application" ON "recurrent_charges" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "recurrent_charges_client" ON "recurrent_charges" USING btree ("order_client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recurrent_charges_live" ON "recurrent_charges" USING btree ("organization_id","seller_client_id","name") WHERE "recurrent_charges"."plan_id" is null and "recurrent_charges"."state" in ('processed', 'active', 'past_due', 'frozen');--> statement-breakpoint
CREATE UNIQUE INDEX "carts_open" ON "carts" USING btree ("organization_id","license_id") WHERE "carts"."purchased_at" is null and "carts"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "carts_organization" ON "carts" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "carts_locked" ON "carts" USING btree ("checked_out_until") WHERE "carts"."checked_out_until" is not null and "carts"."purchased_at" is null and "carts"."closed_at" is null;--> statement-breakpoint
-- The books only grow: what was sold, booked and invoiced is never changed or deleted.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER sales_only_grow BEFORE UPDATE OR DELETE ON "sales" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER sales_never_emptied BEFORE TRUNCATE ON "sales" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER ledger_entries_only_grow BEFORE UPDATE OR DELETE ON "ledger_entries" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER ledger_entries_never_emptied BEFORE TRUNCATE ON "ledger_entries" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER invoices_only_grow BEFORE UPDATE OR DELETE ON "invoices" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER invoices_never_emptied BEFORE TRUNCATE ON "invoices" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
