CREATE TABLE `account_failures` (
	`key` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`since` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `account_failures_age` ON `account_failures` (`since`);--> statement-breakpoint
CREATE TABLE `admin_clients` (
	`admin_id` integer NOT NULL,
	`key` text NOT NULL,
	`expires_at` text NOT NULL,
	PRIMARY KEY(`admin_id`, `key`)
);
--> statement-breakpoint
CREATE INDEX `admin_clients_expiry` ON `admin_clients` (`expires_at`);--> statement-breakpoint
CREATE TABLE `key_uses` (
	`kid` text NOT NULL,
	`place` text NOT NULL,
	`after_row` integer NOT NULL,
	`unused_since` text,
	PRIMARY KEY(`kid`, `place`)
);
--> statement-breakpoint
CREATE TABLE `loose_avatars` (
	`key` text PRIMARY KEY NOT NULL,
	`wallet` text NOT NULL,
	`delete_after` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `loose_avatars_due` ON `loose_avatars` (`delete_after`);--> statement-breakpoint
CREATE INDEX `loose_avatars_wallet` ON `loose_avatars` (`wallet`);--> statement-breakpoint
CREATE INDEX `admin_sessions_admin` ON `admin_sessions` (`admin_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `login_failures_age` ON `login_failures` (`last_at`);--> statement-breakpoint
CREATE INDEX `email_tokens_wallet` ON `email_tokens` (`wallet`);--> statement-breakpoint
CREATE INDEX `drafts_wallet` ON `drafts` (`wallet`,`created_at`);--> statement-breakpoint
CREATE INDEX `quotes_live` ON `quotes` (`wallet`,`valid_until`);--> statement-breakpoint
-- Written by hand, since drizzle-kit cannot express them: the sealed columns by the name of their details key, so that a
-- key that is no longer current is found without reading what is sealed under others.
CREATE INDEX `drafts_key` ON `drafts` (substr(`sealed`, 1, instr(`sealed`, '.') - 1));--> statement-breakpoint
CREATE INDEX `quotes_key` ON `quotes` (substr(`sealed`, 1, instr(`sealed`, '.') - 1));--> statement-breakpoint
CREATE INDEX `policy_contacts_beneficiary_key` ON `policy_contacts` (substr(`beneficiary`, 1, instr(`beneficiary`, '.') - 1));--> statement-breakpoint
CREATE INDEX `policy_contacts_telephone_key` ON `policy_contacts` (substr(`telephone`, 1, instr(`telephone`, '.') - 1));--> statement-breakpoint
CREATE INDEX `profiles_key` ON `profiles` (substr(`phone`, 1, instr(`phone`, '.') - 1));--> statement-breakpoint
CREATE INDEX `push_subscriptions_key` ON `push_subscriptions` (substr(`sealed`, 1, instr(`sealed`, '.') - 1));--> statement-breakpoint
CREATE INDEX `webhooks_key` ON `webhooks` (substr(`sealed_secret`, 1, instr(`sealed_secret`, '.') - 1));--> statement-breakpoint
CREATE INDEX `claim_calls_key` ON `claim_calls` (substr(`sealed`, 1, instr(`sealed`, '.') - 1));--> statement-breakpoint
CREATE INDEX `idempotency_keys_key` ON `idempotency_keys` (substr(`body`, 1, instr(`body`, '.') - 1));
