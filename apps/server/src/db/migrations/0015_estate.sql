CREATE TABLE "application_rules" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"reason" text NOT NULL,
	"revision" integer NOT NULL,
	"changed_by" text,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ruled_applications" (
	"organization_id" text NOT NULL,
	"application_id" text NOT NULL,
	CONSTRAINT "ruled_applications_organization_id_application_id_pk" PRIMARY KEY("organization_id","application_id")
);
--> statement-breakpoint
CREATE TABLE "uninstall_receipts" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"application_id" text,
	"account_id" text,
	"at" timestamp (3) with time zone NOT NULL,
	"facts" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "installations" ADD COLUMN "last_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "installations" ADD COLUMN "use_recorded_since" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "application_rules" ADD CONSTRAINT "application_rules_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_rules" ADD CONSTRAINT "application_rules_changed_by_accounts_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ruled_applications" ADD CONSTRAINT "ruled_applications_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ruled_applications" ADD CONSTRAINT "ruled_applications_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uninstall_receipts" ADD CONSTRAINT "uninstall_receipts_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uninstall_receipts" ADD CONSTRAINT "uninstall_receipts_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uninstall_receipts" ADD CONSTRAINT "uninstall_receipts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ruled_applications_application" ON "ruled_applications" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "uninstall_receipts_organization" ON "uninstall_receipts" USING btree ("organization_id","at","id");