DROP TABLE `idempotency_keys`;--> statement-breakpoint
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
CREATE TABLE `block_doubts` (
	`chain_id` text NOT NULL,
	`block_number` integer NOT NULL,
	`block_hash` text NOT NULL,
	`other_hash` text NOT NULL,
	`request_id` text NOT NULL,
	`seen_at` text NOT NULL,
	PRIMARY KEY(`chain_id`, `block_number`, `block_hash`)
);
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`caller` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`record_id` text,
	`leased_until` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text,
	PRIMARY KEY(`caller`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_record` ON `idempotency_keys` (`record_id`);--> statement-breakpoint
CREATE INDEX `idempotency_keys_expiry` ON `idempotency_keys` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sweep_cursors` (
	`chain_id` text PRIMARY KEY NOT NULL,
	`swept_to` integer NOT NULL,
	`swept_at` text NOT NULL
);
--> statement-breakpoint
DROP INDEX `payment_exceptions_event`;--> statement-breakpoint
CREATE INDEX `payment_exceptions_wallet` ON `payment_exceptions` (`wallet`,`id`);--> statement-breakpoint
-- A transaction that was mined again had left the same exception twice: the latest is kept, so that the index can be unique.
DELETE FROM `payment_exceptions` WHERE `id` NOT IN (
	SELECT max(`id`) FROM `payment_exceptions` GROUP BY `chain_id`, `tx_hash`, `quote_id`
);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_exceptions_event` ON `payment_exceptions` (`chain_id`,`tx_hash`,`quote_id`);--> statement-breakpoint
DROP INDEX `payments_event`;--> statement-breakpoint
ALTER TABLE `payments` ADD `given_up_at` text;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_event` ON `payments` (`chain_id`,`tx_hash`,`quote_id`);--> statement-breakpoint
ALTER TABLE `threads` ADD `read_by_customer_id` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `threads_type` ON `threads` (`wallet`,`type`,`last_message_at`,`id`);--> statement-breakpoint
ALTER TABLE `payment_hints` ADD `sender` text;--> statement-breakpoint
ALTER TABLE `payment_hints` ADD `nonce` integer;--> statement-breakpoint
CREATE INDEX `payment_hints_wallet` ON `payment_hints` (`wallet`,`created_at`);--> statement-breakpoint
CREATE INDEX `admin_sessions_admin` ON `admin_sessions` (`admin_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `login_failures_age` ON `login_failures` (`last_at`);--> statement-breakpoint
CREATE INDEX `email_tokens_wallet` ON `email_tokens` (`wallet`);--> statement-breakpoint
CREATE INDEX `drafts_wallet` ON `drafts` (`wallet`,`created_at`);--> statement-breakpoint
CREATE INDEX `quotes_live` ON `quotes` (`wallet`,`valid_until`);--> statement-breakpoint
CREATE INDEX `quotes_group` ON `quotes` (`group_id`);
--> statement-breakpoint
-- What the customer has opened of the threads so far: all of a read one, and up to their own last message of another.
UPDATE `threads` SET `read_by_customer_id` = coalesce((
	SELECT max(`id`) FROM `thread_messages`
	WHERE `thread_id` = `threads`.`id` AND (`threads`.`unread_by_customer` = 0 OR `sender` = 'user')
), 0);
--> statement-breakpoint
-- Sealed columns by the name of their details key, which drizzle-kit cannot express: what lies under a key that is no longer
-- current is found without reading anything else.
CREATE INDEX `drafts_key` ON `drafts` (substr(`sealed`, 1, instr(`sealed`, '.') - 1));--> statement-breakpoint
CREATE INDEX `quotes_key` ON `quotes` (substr(`sealed`, 1, instr(`sealed`, '.') - 1));--> statement-breakpoint
CREATE INDEX `policy_contacts_beneficiary_key` ON `policy_contacts` (substr(`beneficiary`, 1, instr(`beneficiary`, '.') - 1));--> statement-breakpoint
CREATE INDEX `policy_contacts_telephone_key` ON `policy_contacts` (substr(`telephone`, 1, instr(`telephone`, '.') - 1));--> statement-breakpoint
CREATE INDEX `profiles_key` ON `profiles` (substr(`phone`, 1, instr(`phone`, '.') - 1));--> statement-breakpoint
CREATE INDEX `push_subscriptions_key` ON `push_subscriptions` (substr(`sealed`, 1, instr(`sealed`, '.') - 1));--> statement-breakpoint
CREATE INDEX `webhooks_key` ON `webhooks` (substr(`sealed_secret`, 1, instr(`sealed_secret`, '.') - 1));--> statement-breakpoint
CREATE INDEX `claim_calls_key` ON `claim_calls` (substr(`sealed`, 1, instr(`sealed`, '.') - 1));
