CREATE TABLE `prepared_transfers` (
	`chain_id` text NOT NULL,
	`quote_id` text NOT NULL,
	`claim_number` integer,
	`incident_at` text,
	`usd` integer,
	`allowance_usd` integer NOT NULL,
	`answer` text NOT NULL,
	`prepared_by` integer NOT NULL,
	`prepared_name` text NOT NULL,
	`prepared_at` text NOT NULL,
	`until` text,
	`tx_hash` text,
	`request_id` text NOT NULL,
	PRIMARY KEY(`chain_id`, `quote_id`)
);
--> statement-breakpoint
-- What is on its way stays so: the payouts by their reservations, the refunds by the hold on their consents.
INSERT OR REPLACE INTO `prepared_transfers` (`chain_id`, `quote_id`, `claim_number`, `incident_at`, `usd`, `allowance_usd`, `answer`, `prepared_by`, `prepared_name`, `prepared_at`, `until`, `request_id`)
SELECT `chain_id`, `quote_id`, `claim_number`, `incident_at`, `usd`, `usd`, '{}', 0, 'An administrator', `until`, `until`, `request_id`
FROM `payout_reservations` ORDER BY `until`;--> statement-breakpoint
INSERT OR REPLACE INTO `prepared_transfers` (`chain_id`, `quote_id`, `allowance_usd`, `answer`, `prepared_by`, `prepared_name`, `prepared_at`, `until`, `request_id`)
SELECT p.`chain_id`, p.`quote_id`, 0, '{}', 0, 'An administrator', c.`prepared_until`, c.`prepared_until`, c.`request_id`
FROM `cancellations` c JOIN `policies` p ON p.`id` = c.`policy_id` WHERE c.`prepared_until` IS NOT NULL;--> statement-breakpoint
DROP TABLE `payout_reservations`;--> statement-breakpoint
ALTER TABLE `cancellations` DROP COLUMN `prepared_until`;
