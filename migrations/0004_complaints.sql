CREATE TABLE `complaints` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`thread_id` integer NOT NULL,
	`cause` text NOT NULL,
	`reference` text NOT NULL,
	`received_at` text NOT NULL,
	`answered_at` text,
	`outcome` text,
	`answered_by` text,
	`status` text GENERATED ALWAYS AS (CASE WHEN "answered_at" IS NULL THEN 'open' ELSE 'answered' END) VIRTUAL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `complaints_thread` ON `complaints` (`thread_id`);--> statement-breakpoint
CREATE INDEX `complaints_status` ON `complaints` (`status`,`id`);