CREATE TABLE `confirmed_emails` (
	`wallet` text NOT NULL,
	`mailbox` text NOT NULL,
	`email` text NOT NULL,
	`confirmed_at` text NOT NULL,
	PRIMARY KEY(`wallet`, `mailbox`)
);
--> statement-breakpoint
CREATE TABLE `email_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`wallet` text NOT NULL,
	`mailbox` text NOT NULL,
	`email` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text
);
--> statement-breakpoint
CREATE INDEX `email_tokens_expiry` ON `email_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `job_marks` (
	`name` text PRIMARY KEY NOT NULL,
	`mark` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`wallet` text NOT NULL,
	`kind` text NOT NULL,
	`recipient` text NOT NULL,
	`mailbox` text NOT NULL,
	`subject` text NOT NULL,
	`quote_id` text,
	`payload` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` text NOT NULL,
	`last_error` text,
	`created_at` text NOT NULL,
	`sent_at` text,
	`dedupe_key` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_dedupe` ON `outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`next_attempt_at`) WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX `outbox_mailbox` ON `outbox` (`mailbox`,`wallet`,`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_wallet` ON `outbox` (`wallet`,`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_about` ON `outbox` (`quote_id`,`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_newest` ON `outbox` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `outbox_state` ON `outbox` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `policies_end` ON `policies` (`end_date`,`status`);