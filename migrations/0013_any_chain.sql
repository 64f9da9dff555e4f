ALTER TABLE `chain_events` RENAME COLUMN `log_index` TO `event_index`;
