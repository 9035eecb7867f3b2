ALTER TABLE "oauth_clients" ADD COLUMN "pkce_required" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "authorized_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD CONSTRAINT "oauth_clients_pkce" CHECK ("oauth_clients"."pkce_required" or "oauth_clients"."type" = 'server_side_app');--> statement-breakpoint
-- What was given before ends 90 days after it began, too.
UPDATE "tokens" t SET "authorized_at" = f."first" FROM (SELECT "family_id", min("created_at") AS "first" FROM "tokens" GROUP BY 1) f WHERE f."family_id" = t."family_id";--> statement-breakpoint
-- An organization's consent holds what whoever gave it may do. What is more is taken out of it, and its clients' tokens are revoked: they get others by the consent as it is now.
WITH "narrowed" AS (
  UPDATE "consents" c SET "scopes" = k."kept"
  FROM (
    SELECT o."id", array(
      SELECT s FROM unnest(o."scopes") s
      WHERE s NOT IN ('billing_manage', 'billing_admin', 'billing--all:rw', 'subscription_manage', 'integrations_manage', 'hd_integrations_manage', 'organization--my:rw', 'organization.product--my:rw', 'dev_platform_admin', 'dps.applications', 'dps.publishing')
        OR (s IN ('billing_admin', 'dev_platform_admin') AND EXISTS (SELECT FROM "accounts" a WHERE a."id" = o."granted_by" AND a."staff"))
        OR (s IN ('dps.applications', 'dps.publishing') AND EXISTS (SELECT FROM "developers" d WHERE d."organization_id" = o."organization_id"))
        OR EXISTS (
          SELECT FROM "memberships" m
          WHERE m."organization_id" = o."organization_id" AND m."account_id" = o."granted_by" AND NOT m."suspended" AND (
            (m."role" IN ('owner', 'viceowner', 'administrator') AND s = CASE m."product" WHEN 'livechat' THEN 'integrations_manage' ELSE 'hd_integrations_manage' END)
            OR (m."role" IN ('owner', 'viceowner') AND s IN ('subscription_manage', 'organization--my:rw', 'organization.product--my:rw', CASE m."product" WHEN 'livechat' THEN 'billing_manage' ELSE 'billing--all:rw' END))
          )
        )
      ORDER BY 1
    ) AS "kept"
    FROM "consents" o WHERE o."account_id" IS NULL
  ) k
  WHERE k."id" = c."id" AND cardinality(k."kept") < cardinality(c."scopes")
  RETURNING c."organization_id", c."client_id"
)
UPDATE "tokens" t SET "revoked_at" = now() FROM "narrowed" n, "oauth_clients" o
WHERE t."organization_id" = n."organization_id" AND t."client_id" = n."client_id" AND t."revoked_at" IS NULL AND o."id" = t."client_id" AND NOT o."trusted";
