ALTER TABLE `chain_events` ADD `effective_at` text;--> statement-breakpoint
CREATE INDEX `chain_events_holder` ON `chain_events` (`quote_id`,`block_number`,`event_index`) WHERE kind IN ('holder_change_proposed', 'holder_change_confirmed', 'holder_change_contested', 'holder_change_stopped', 'holder_changed');
