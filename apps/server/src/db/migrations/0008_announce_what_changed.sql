-- What changed is announced so precisely that whoever keeps the catalogue in memory reads no more than that again: the id of an
-- application, "* developer" with the developer's id, * for the categories, which are few, and "* everything" where a table was emptied.
CREATE OR REPLACE FUNCTION "announce_catalogue_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'TRUNCATE' THEN
		PERFORM pg_notify('catalogue', '* everything');
	ELSIF TG_TABLE_NAME = 'applications' THEN
		PERFORM pg_notify('catalogue', CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END);
	ELSIF TG_TABLE_NAME IN ('plans', 'resources', 'ratings') THEN
		PERFORM pg_notify('catalogue', CASE WHEN TG_OP = 'DELETE' THEN OLD.application_id ELSE NEW.application_id END);
	ELSIF TG_TABLE_NAME = 'developers' THEN
		PERFORM pg_notify('catalogue', '* developer ' || CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END);
	ELSE
		PERFORM pg_notify('catalogue', '*');
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "applications_announce_emptied" AFTER TRUNCATE ON "applications" FOR EACH STATEMENT EXECUTE FUNCTION "announce_catalogue_change"();
--> statement-breakpoint
CREATE TRIGGER "developers_announce_emptied" AFTER TRUNCATE ON "developers" FOR EACH STATEMENT EXECUTE FUNCTION "announce_catalogue_change"();
--> statement-breakpoint
CREATE TRIGGER "categories_announce_emptied" AFTER TRUNCATE ON "categories" FOR EACH STATEMENT EXECUTE FUNCTION "announce_catalogue_change"();
--> statement-breakpoint
CREATE TRIGGER "ratings_announce_emptied" AFTER TRUNCATE ON "ratings" FOR EACH STATEMENT EXECUTE FUNCTION "announce_catalogue_change"();
