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
CREATE TABLE `sweep_cursors` (
	`chain_id` text PRIMARY KEY NOT NULL,
	`swept_to` integer NOT NULL,
	`swept_at` text NOT NULL
);
--> statement-breakpoint
DROP INDEX `payment_exceptions_event`;--> statement-breakpoint
CREATE INDEX `payment_exceptions_wallet` ON `payment_exceptions` (`wallet`,`id`);--> statement-breakpoint
DROP INDEX `payments_event`;--> statement-breakpoint
ALTER TABLE `payments` ADD `given_up_at` text;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_event` ON `payments` (`chain_id`,`tx_hash`,`quote_id`);--> statement-breakpoint
CREATE INDEX `payment_hints_wallet` ON `payment_hints` (`wallet`,`created_at`);--> statement-breakpoint
CREATE INDEX `quotes_group` ON `quotes` (`group_id`);--> statement-breakpoint
-- Written by hand from here on: a transaction that was mined again had left the same exception twice. The latest is kept,
-- and only then can the index be unique.
DELETE FROM `payment_exceptions` WHERE `id` NOT IN (
  SELECT max(`id`) FROM `payment_exceptions` GROUP BY `chain_id`, `tx_hash`, `quote_id`
);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_exceptions_event` ON `payment_exceptions` (`chain_id`,`tx_hash`,`quote_id`);
