CREATE TABLE `new_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`channel` text NOT NULL,
	`wallet` text NOT NULL,
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`mailbox` text DEFAULT '' NOT NULL,
	`subject` text DEFAULT '' NOT NULL,
	`quote_id` text,
	`event_id` text,
	`body` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` text NOT NULL,
	`response_status` integer,
	`last_error` text,
	`created_at` text NOT NULL,
	`sent_at` text,
	`dedupe_key` text NOT NULL
);
--> statement-breakpoint
INSERT INTO `new_outbox`
	SELECT `id`, 'email', `wallet`, `kind`, `recipient`, `mailbox`, `subject`, `quote_id`, NULL, `payload`, `state`,
		`attempts`, `next_attempt_at`, NULL, `last_error`, `created_at`, `sent_at`, `dedupe_key`
	FROM `outbox`;
--> statement-breakpoint
INSERT INTO `new_outbox`
	SELECT `id`, `channel`, `wallet`, `event`, `target_id`, '', '', NULL, `event_id`, `body`,
		CASE `state` WHEN 'pending' THEN 'queued' WHEN 'delivered' THEN 'sent' ELSE 'failed' END,
		`attempts`, `next_attempt_at`, `response_status`, `last_error`, `created_at`, `delivered_at`,
		`target_id` || ':' || `event_id`
	FROM `deliveries`;
--> statement-breakpoint
DROP TABLE `outbox`;
--> statement-breakpoint
DROP TABLE `deliveries`;
--> statement-breakpoint
ALTER TABLE `new_outbox` RENAME TO `outbox`;
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_dedupe` ON `outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_mailbox` ON `outbox` (`mailbox`,`wallet`,`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_wallet` ON `outbox` (`wallet`,`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_about` ON `outbox` (`quote_id`,`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_newest` ON `outbox` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `outbox_target` ON `outbox` (`target`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`state`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `outbox_done` ON `outbox` (`channel`,`state`,`next_attempt_at`);