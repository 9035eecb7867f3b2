DROP INDEX "applications_published_at";--> statement-breakpoint
CREATE INDEX "applications_slug_order" ON "applications" USING btree ("slug" collate "C");