CREATE TABLE "idempotency_keys" (
	"account_id" text NOT NULL,
	"endpoint" text NOT NULL,
	"key" text NOT NULL,
	"digest" text NOT NULL,
	"run" text NOT NULL,
	"runs_until" timestamp (3) with time zone NOT NULL,
	"outcome" jsonb,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_account_id_endpoint_key_pk" PRIMARY KEY("account_id","endpoint","key")
);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_expires" ON "idempotency_keys" USING btree ("expires_at");