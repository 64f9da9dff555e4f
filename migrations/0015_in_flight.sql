CREATE TABLE `payout_reservations` (
	`chain_id` text NOT NULL,
	`quote_id` text NOT NULL,
	`claim_number` integer NOT NULL,
	`incident_at` text NOT NULL,
	`usd` integer NOT NULL,
	`until` text NOT NULL,
	`request_id` text NOT NULL,
	PRIMARY KEY(`chain_id`, `quote_id`, `claim_number`, `incident_at`, `usd`)
);
--> statement-breakpoint
CREATE INDEX `payout_reservations_until` ON `payout_reservations` (`chain_id`,`until`);--> statement-breakpoint
ALTER TABLE `cancellations` ADD `prepared_until` text;--> statement-breakpoint
ALTER TABLE `payment_hints` ADD `block_number` integer;--> statement-breakpoint
DROP VIEW `bookable_money`;--> statement-breakpoint
-- A stored fee that is no number counts as its default, as everywhere (`settingOf` in domain/admin/settings-schema.ts).
CREATE VIEW `bookable_money` AS
SELECT m.*,
  CASE WHEN m.`currency` = 'ETH' AND m.`amount` IS NOT NULL
    THEN CAST(substr(m.`amount`, 1, max(length(m.`amount`) - 9, 0)) AS INTEGER)
    ELSE coalesce(m.`usd_cents` * 1000000000 / coalesce(
      (SELECT r.`usd_cents` FROM `eth_rates` r WHERE r.`day` <= substr(m.`at`, 1, 10) ORDER BY r.`day` DESC LIMIT 1),
      (SELECT r.`usd_cents` FROM `eth_rates` r ORDER BY r.`day` LIMIT 1)), 0)
  END AS `gwei`,
  CASE m.`kind` WHEN 'premium' THEN 1 WHEN 'refund' THEN -1 ELSE 0 END
    * (m.`usd_cents` * coalesce((SELECT CAST(`value` AS INTEGER) FROM `system_settings`
      WHERE `key` = 'platform_fee_bps' AND `value` GLOB '[0-9]*' AND `value` NOT GLOB '*[^0-9]*'), 250) / 10000) AS `platform_fee_cents`
FROM `standing_money` m;
