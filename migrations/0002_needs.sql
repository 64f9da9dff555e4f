ALTER TABLE `drafts` ADD `needs` text;--> statement-breakpoint
ALTER TABLE `quotes` ADD `needs` text;