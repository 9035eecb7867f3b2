ALTER TABLE "direct_charges" ADD COLUMN "coupon_code" text;--> statement-breakpoint
ALTER TABLE "direct_charges" ADD COLUMN "discount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "recurrent_charges" ADD COLUMN "coupon_code" text;--> statement-breakpoint
ALTER TABLE "recurrent_charges" ADD COLUMN "discount" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "direct_charges" ADD CONSTRAINT "direct_charges_coupon_code_coupons_code_fk" FOREIGN KEY ("coupon_code") REFERENCES "public"."coupons"("code") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recurrent_charges" ADD CONSTRAINT "recurrent_charges_coupon_code_coupons_code_fk" FOREIGN KEY ("coupon_code") REFERENCES "public"."coupons"("code") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "direct_charges" ADD CONSTRAINT "direct_charges_discount" CHECK ("direct_charges"."discount" >= 0);--> statement-breakpoint
ALTER TABLE "recurrent_charges" ADD CONSTRAINT "recurrent_charges_discount" CHECK ("recurrent_charges"."discount" >= 0);