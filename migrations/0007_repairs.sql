DROP TABLE `idempotency_keys`;--> statement-breakpoint
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
CREATE INDEX `payment_hints_wallet` ON `payment_hints` (`wallet`,`created_at`);--> statement-breakpoint
CREATE INDEX `quotes_group` ON `quotes` (`group_id`);
--> statement-breakpoint
-- What the customer has opened of the threads so far: all of a read one, and up to their own last message of another.
UPDATE `threads` SET `read_by_customer_id` = coalesce((
	SELECT max(`id`) FROM `thread_messages`
	WHERE `thread_id` = `threads`.`id` AND (`threads`.`unread_by_customer` = 0 OR `sender` = 'user')
), 0);
