ALTER TABLE `quotes` ADD `purge_at` text;--> statement-breakpoint
CREATE INDEX `quotes_purge` ON `quotes` (`purge_at`);--> statement-breakpoint
UPDATE `quotes` SET `purge_at` = strftime('%Y-%m-%dT%H:%M:%fZ', `created_at`, '+30 days')
WHERE NOT EXISTS (SELECT 1 FROM `payments` WHERE `payments`.`quote_id` = `quotes`.`id`)
  AND NOT EXISTS (SELECT 1 FROM `payment_exceptions` WHERE `payment_exceptions`.`quote_id` = `quotes`.`id`);
