ALTER TABLE `chain_events` ADD `product_code` integer;--> statement-breakpoint
ALTER TABLE `chain_events` ADD `coverage_usd` integer;--> statement-breakpoint
ALTER TABLE `chain_events` ADD `details_hash` text;--> statement-breakpoint
ALTER TABLE `chain_events` ADD `cover_from` text;--> statement-breakpoint
ALTER TABLE `chain_events` ADD `given_up_at` text;--> statement-breakpoint
ALTER TABLE `chain_events` ADD `identity` text GENERATED ALWAYS AS (CASE "kind" WHEN 'purchased' THEN "quote_id" ELSE "log_index" END) VIRTUAL;--> statement-breakpoint
DROP INDEX `chain_events_event`;--> statement-breakpoint
DROP INDEX `chain_events_block`;--> statement-breakpoint
DROP INDEX `chain_events_status`;--> statement-breakpoint
CREATE INDEX `chain_events_block` ON `chain_events` (`chain_id`,`block_number`,`log_index`);--> statement-breakpoint
CREATE INDEX `chain_events_status` ON `chain_events` (`chain_id`,`status`,`block_number`,`log_index`);--> statement-breakpoint
CREATE UNIQUE INDEX `chain_events_event` ON `chain_events` (`chain_id`,`tx_hash`,`identity`);--> statement-breakpoint
INSERT INTO `chain_events` (`kind`, `chain_id`, `tx_hash`, `log_index`, `block_number`, `block_hash`, `block_time`, `quote_id`,
	`wallet`, `token`, `amount`, `product_code`, `coverage_usd`, `details_hash`, `cover_from`, `cover_until`, `status`,
	`created_at`, `confirmed_at`, `given_up_at`)
	SELECT 'purchased', p.`chain_id`, p.`tx_hash`, p.`log_index`, p.`block_number`, p.`block_hash`, p.`block_time`, p.`quote_id`,
		p.`wallet`, q.`token`, p.`amount`, CASE q.`product` WHEN 'home' THEN 1 WHEN 'car' THEN 2 WHEN 'travel' THEN 3 END,
		q.`coverage_usd`, q.`details_hash`, s.`cover_from`, date(q.`end_date`, '+1 day') || 'T00:00:00.000Z', p.`status`,
		p.`created_at`, p.`confirmed_at`, p.`given_up_at`
	FROM `payments` p LEFT JOIN `quotes` q ON q.`id` = p.`quote_id` LEFT JOIN `policies` s ON s.`quote_id` = p.`quote_id`
	ORDER BY p.`id`;
--> statement-breakpoint
-- Confirmations of money that became no policy were not counted: only that of a refunded one is certain.
INSERT INTO `chain_events` (`kind`, `chain_id`, `tx_hash`, `log_index`, `block_number`, `block_hash`, `block_time`, `quote_id`,
	`wallet`, `token`, `amount`, `product_code`, `coverage_usd`, `details_hash`, `status`, `created_at`, `confirmed_at`)
	SELECT 'purchased', `chain_id`, `tx_hash`, `log_index`, `block_number`, `block_hash`, `block_time`, `quote_id`,
		`wallet`, `token`, `amount`, `product_code`, `coverage_usd`, `details_hash`,
		CASE `status` WHEN 'orphaned' THEN 'orphaned' WHEN 'resolved' THEN 'confirmed' ELSE 'unconfirmed' END,
		`created_at`, CASE `status` WHEN 'resolved' THEN `resolved_at` END
	FROM `payment_exceptions` WHERE true ORDER BY `id`
	ON CONFLICT (`chain_id`, `tx_hash`, `identity`) DO NOTHING;
--> statement-breakpoint
CREATE TABLE `new_policies` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`quote_id` text NOT NULL,
	`group_id` text NOT NULL,
	`wallet` text NOT NULL,
	`kind` text NOT NULL,
	`chain_id` text NOT NULL,
	`product` text NOT NULL,
	`status` text NOT NULL,
	`needs_review` integer NOT NULL,
	`premium_usd` integer NOT NULL,
	`coverage_usd` integer NOT NULL,
	`start_date` text NOT NULL,
	`end_date` text NOT NULL,
	`cover_from` text,
	`cover_until` text NOT NULL,
	`paid_out_usd` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`purchase_event_id` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO `new_policies`
	SELECT s.`id`, s.`quote_id`, s.`group_id`, s.`wallet`, s.`kind`, s.`chain_id`, s.`product`, s.`status`, s.`needs_review`,
		s.`premium_usd`, s.`coverage_usd`, s.`start_date`, s.`end_date`, s.`cover_from`, s.`cover_until`, s.`paid_out_usd`,
		s.`created_at`, (
			SELECT e.`id` FROM `payments` p JOIN `chain_events` e
				ON e.`chain_id` = p.`chain_id` AND e.`tx_hash` = p.`tx_hash` AND e.`identity` = p.`quote_id`
			WHERE p.`quote_id` = s.`quote_id`
		)
	FROM `policies` s;
--> statement-breakpoint
CREATE TABLE `new_payment_exceptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`wallet` text NOT NULL,
	`reason` text NOT NULL,
	`detail` text NOT NULL,
	`contract` text NOT NULL,
	`input` text NOT NULL,
	`status` text NOT NULL,
	`created_at` text NOT NULL,
	`resolved_at` text
);
--> statement-breakpoint
-- One that was taken back is open, and counts for nothing while its event is orphaned. Where the same purchase stands as a
-- policy's payment by now, it became that policy.
INSERT INTO `new_payment_exceptions`
	SELECT x.`id`, e.`id`, x.`wallet`, x.`reason`, x.`detail`, x.`contract`, x.`input`,
		CASE WHEN x.`status` <> 'orphaned' THEN x.`status` WHEN s.`id` IS NULL THEN 'open' ELSE 'became_policy' END,
		x.`created_at`, x.`resolved_at`
	FROM `payment_exceptions` x
	JOIN `chain_events` e ON e.`chain_id` = x.`chain_id` AND e.`tx_hash` = x.`tx_hash` AND e.`identity` = x.`quote_id`
	LEFT JOIN `new_policies` s ON s.`purchase_event_id` = e.`id`;
--> statement-breakpoint
DROP TABLE `payments`;
--> statement-breakpoint
DROP TABLE `payment_exceptions`;
--> statement-breakpoint
DROP TABLE `policies`;
--> statement-breakpoint
ALTER TABLE `new_payment_exceptions` RENAME TO `payment_exceptions`;
--> statement-breakpoint
ALTER TABLE `new_policies` RENAME TO `policies`;
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_exceptions_event` ON `payment_exceptions` (`event_id`);--> statement-breakpoint
CREATE INDEX `payment_exceptions_open` ON `payment_exceptions` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payment_exceptions_wallet` ON `payment_exceptions` (`wallet`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `policies_quote` ON `policies` (`quote_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `policies_group` ON `policies` (`group_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `policies_purchase` ON `policies` (`purchase_event_id`);--> statement-breakpoint
CREATE INDEX `policies_wallet` ON `policies` (`wallet`,`id`);--> statement-breakpoint
CREATE INDEX `policies_newest` ON `policies` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `policies_end` ON `policies` (`end_date`,`status`);
