-- Cover in force is summed per currency, because a pool of coins cannot pay a claim in a token.
DROP TABLE `exposures`;--> statement-breakpoint
CREATE TABLE `exposures` (
	`chain_id` text NOT NULL,
	`currency` text NOT NULL,
	`end_date` text NOT NULL,
	`coverage_usd` integer NOT NULL,
	`policies` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`chain_id`, `currency`, `end_date`)
);
--> statement-breakpoint
INSERT INTO `exposures` (`chain_id`, `currency`, `end_date`, `coverage_usd`, `policies`)
SELECT p.`chain_id`, q.`currency`, p.`end_date`, sum(p.`coverage_usd`), count(*)
FROM `policies` p JOIN `quotes` q ON q.`id` = p.`quote_id`
WHERE p.`status` IN ('pending', 'active')
GROUP BY p.`chain_id`, q.`currency`, p.`end_date`;
--> statement-breakpoint
-- A request from before has no consent, so it counts as lapsed and closes with a message.
ALTER TABLE `cancellations` ADD `signature` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `cancellations` ADD `valid_until` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `cancellations` SET `valid_until` = `requested_at`;--> statement-breakpoint
ALTER TABLE `chain_events` ADD `valid_until` text;--> statement-breakpoint
ALTER TABLE `payment_exceptions` ADD `consent_signature` text;--> statement-breakpoint
ALTER TABLE `payment_exceptions` ADD `consent_valid_until` text;
