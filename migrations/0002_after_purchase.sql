CREATE TABLE `cancellations` (
	`policy_id` integer PRIMARY KEY NOT NULL,
	`requested_at` text NOT NULL,
	`kind` text NOT NULL,
	`unused_days` integer NOT NULL,
	`amount` text NOT NULL,
	`request_id` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `chain_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`chain_id` text NOT NULL,
	`tx_hash` text NOT NULL,
	`log_index` integer NOT NULL,
	`block_number` integer NOT NULL,
	`block_hash` text NOT NULL,
	`block_time` text NOT NULL,
	`quote_id` text NOT NULL,
	`wallet` text NOT NULL,
	`counterparty` text,
	`token` text,
	`amount` text,
	`usd` integer,
	`rate` text,
	`claim_number` integer,
	`incident_at` text,
	`outcome` text,
	`cover_until` text,
	`status` text NOT NULL,
	`from_status` text,
	`created_at` text NOT NULL,
	`confirmed_at` text
);
--> statement-breakpoint
CREATE INDEX `chain_events_block` ON `chain_events` (`chain_id`,`block_number`);--> statement-breakpoint
CREATE INDEX `chain_events_status` ON `chain_events` (`chain_id`,`status`,`block_number`);--> statement-breakpoint
CREATE INDEX `chain_events_quote` ON `chain_events` (`quote_id`,`id`);--> statement-breakpoint
CREATE INDEX `chain_events_newest` ON `chain_events` (`block_time`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `chain_events_event` ON `chain_events` (`chain_id`,`tx_hash`,`log_index`);--> statement-breakpoint
CREATE TABLE `chain_totals` (
	`chain_id` text PRIMARY KEY NOT NULL,
	`claims_paid` integer NOT NULL,
	`claims_paid_usd` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `exposure_starts` (
	`chain_id` text NOT NULL,
	`start_date` text NOT NULL,
	`coverage_usd` integer NOT NULL,
	`policies` integer NOT NULL,
	PRIMARY KEY(`chain_id`, `start_date`)
);
--> statement-breakpoint
CREATE TABLE `policy_contacts` (
	`policy_id` integer PRIMARY KEY NOT NULL,
	`beneficiary` text,
	`email` text,
	`telephone` text,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `__new_policy_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`policy_id` integer NOT NULL,
	`kind` text NOT NULL,
	`from_status` text,
	`to_status` text NOT NULL,
	`at` text NOT NULL,
	`chain_id` text NOT NULL,
	`tx_hash` text,
	`currency` text,
	`amount` text,
	`rate` text,
	`usd` integer,
	`request_id` text NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_policy_events`("id", "policy_id", "kind", "from_status", "to_status", "at", "chain_id", "tx_hash", "currency", "amount", "rate", "usd", "request_id") SELECT "id", "policy_id", "kind", "from_status", "to_status", "at", "chain_id", "tx_hash", "currency", "amount", "rate", "usd", "request_id" FROM `policy_events`;--> statement-breakpoint
DROP TABLE `policy_events`;--> statement-breakpoint
ALTER TABLE `__new_policy_events` RENAME TO `policy_events`;--> statement-breakpoint
CREATE INDEX `policy_events_policy` ON `policy_events` (`policy_id`,`id`);--> statement-breakpoint
CREATE INDEX `policy_events_newest` ON `policy_events` (`at`,`id`);--> statement-breakpoint
ALTER TABLE `drafts` ADD `wording_version` text;--> statement-breakpoint
ALTER TABLE `drafts` ADD `wording_accepted_at` text;--> statement-breakpoint
ALTER TABLE `exposures` ADD `policies` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `policies` ADD `paid_out_usd` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `quotes` ADD `wording_accepted_at` text;--> statement-breakpoint
UPDATE `exposures` SET `policies` = (SELECT count(*) FROM `policies` WHERE `policies`.`chain_id` = `exposures`.`chain_id` AND `policies`.`end_date` = `exposures`.`end_date`);--> statement-breakpoint
INSERT INTO `exposure_starts` SELECT `chain_id`, `start_date`, sum(`coverage_usd`), count(*) FROM `policies` GROUP BY `chain_id`, `start_date`;
