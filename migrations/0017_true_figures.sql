-- Figures that follow the ledger: a premium's platform fee for good, payments without a policy at their value, exact fees.
ALTER TABLE `policies` ADD `platform_fee_bps` integer DEFAULT 250 NOT NULL;--> statement-breakpoint
DROP TRIGGER `fees_figured`;--> statement-breakpoint
DROP TRIGGER `fees_unfigured`;--> statement-breakpoint
DROP VIEW `event_figures`;--> statement-breakpoint
ALTER TABLE `transaction_fees` RENAME COLUMN `usd_cents` TO `usd_micros`;--> statement-breakpoint
CREATE INDEX `money_events_unvalued` ON `money_events` (`id`) WHERE gwei = 0 AND usd_cents <> 0;--> statement-breakpoint
-- by hand
-- Cents were cut from each fee. What was paid in ether is known to the gwei, so its dollars are computed anew.
UPDATE `transaction_fees` SET `usd_micros` = max(`usd_micros` * 10000, coalesce(`gwei` *
  (SELECT r.`usd_cents` FROM `eth_rates` r WHERE r.`day` <= substr(`transaction_fees`.`at`, 1, 10) ORDER BY r.`day` DESC LIMIT 1) / 100000, 0));
--> statement-breakpoint
-- What claims, fees and failed payments add. Fees are in millionths of a dollar.
CREATE VIEW `event_figures` AS
SELECT 'claims_' || v.`kind` AS `figure`, substr(v.`at`, 1, 10) AS `day`, c.`product`, 1 AS `count`, 0 AS `value`, 0 AS `gwei` FROM `claim_events` v JOIN `claims` c ON c.`id` = v.`claim_id` WHERE v.`kind` IN ('approved', 'rejected')
UNION ALL SELECT 'decision_time', substr(v.`at`, 1, 10), c.`product`, 1, CAST(round((julianday(v.`at`) - julianday(c.`created_at`)) * 1440) AS INTEGER), 0 FROM `claim_events` v JOIN `claims` c ON c.`id` = v.`claim_id` WHERE v.`kind` IN ('approved', 'rejected')
UNION ALL SELECT 'gas', substr(`at`, 1, 10), '', 1, `usd_micros`, `gwei` FROM `transaction_fees`
UNION ALL SELECT 'failed_payment', substr(`at`, 1, 10), '', 1, 0, 0 FROM `failed_payments`;
--> statement-breakpoint
DELETE FROM `figures` WHERE `figure` = 'gas';
--> statement-breakpoint
INSERT INTO `add_figure` SELECT `figure`, `day`, `product`, `count`, `value`, `gwei` FROM `event_figures` WHERE `figure` = 'gas';
--> statement-breakpoint
CREATE TRIGGER `fees_figured` AFTER INSERT ON `transaction_fees` BEGIN
  INSERT INTO `add_figure` VALUES ('gas', substr(NEW.`at`, 1, 10), '', 1, NEW.`usd_micros`, NEW.`gwei`);
END;
--> statement-breakpoint
CREATE TRIGGER `fees_unfigured` AFTER DELETE ON `transaction_fees` BEGIN
  INSERT INTO `add_figure` VALUES ('gas', substr(OLD.`at`, 1, 10), '', -1, -OLD.`usd_micros`, -OLD.`gwei`);
END;
--> statement-breakpoint
-- The fee in force. A stored one that is no number counts as its default, as everywhere (`settingOf` in domain/admin/settings-schema.ts).
CREATE VIEW `platform_fee` AS SELECT coalesce((SELECT CAST(`value` AS INTEGER) FROM `system_settings`
  WHERE `key` = 'platform_fee_bps' AND `value` GLOB '[0-9]*' AND `value` NOT GLOB '*[^0-9]*'), 250) AS `bps`;
--> statement-breakpoint
-- The fee that a premium was booked with: today's if it gives the same cents, or else the lowest that does.
UPDATE `policies` SET `platform_fee_bps` = coalesce(
  (SELECT iif(m.`usd_cents` * f.`bps` / 10000 = m.`platform_fee_cents`, f.`bps`, (m.`platform_fee_cents` * 10000 + m.`usd_cents` - 1) / m.`usd_cents`)
    FROM `money_events` m, `platform_fee` f WHERE m.`event_id` = `policies`.`purchase_event_id` AND m.`kind` = 'premium' AND m.`usd_cents` > 0),
  (SELECT `bps` FROM `platform_fee`));
--> statement-breakpoint
DROP VIEW `bookable_money`;
--> statement-breakpoint
DROP VIEW `standing_money`;
--> statement-breakpoint
-- The movements of money that stand, from the ledger and the payments outside it. A payment without a policy, and its
-- refund, are worth what was found when it was seen, or else the premium of the quote that it names.
CREATE VIEW `standing_money` AS
SELECT
  CASE e.`kind` WHEN 'claim_paid' THEN 'claim_paid' WHEN 'purchased' THEN iif(p.`id` IS NULL, 'unmatched', 'premium') ELSE iif(p.`id` IS NULL, 'unmatched_refund', 'refund') END AS `kind`,
  e.`id` AS `event_id`, NULL AS `other_claim_id`, e.`block_time` AS `at`, e.`chain_id`,
  iif(q.`chain_id` = e.`chain_id` AND q.`token` IS e.`token`, q.`currency`, '') AS `currency`,
  coalesce(p.`product`, q.`product`, '') AS `product`, p.`id` AS `policy_id`, e.`amount`,
  CASE WHEN e.`kind` = 'claim_paid' THEN e.`usd` * 100
    WHEN p.`id` IS NULL THEN coalesce(o.`usd_cents`, q.`premium_usd` * 100, 0)
    WHEN e.`kind` = 'purchased' THEN q.`premium_usd` * 100
    ELSE coalesce(e.`usd_cents`, q.`premium_usd` * 100) END AS `usd_cents`,
  iif(e.`kind` = 'claim_paid', NULL, p.`start_date`) AS `start_date`,
  iif(e.`kind` = 'claim_paid', NULL, max(CAST(julianday(p.`end_date`) - julianday(p.`start_date`) AS INTEGER), 1)) AS `days`,
  iif(e.`kind` = 'claim_paid', NULL, p.`premium_usd` * 100) AS `premium_cents`,
  e.`incident_at`
FROM `chain_events` e
LEFT JOIN `chain_events` o ON o.`id` = iif(e.`kind` = 'purchased', e.`id`,
  (SELECT max(s.`id`) FROM `chain_events` s WHERE s.`quote_id` = e.`quote_id` AND s.`chain_id` = e.`chain_id` AND s.`kind` = 'purchased'))
LEFT JOIN `payment_exceptions` x ON x.`event_id` = o.`id`
LEFT JOIN `quotes` q ON q.`id` = coalesce(x.`named_quote_id`, e.`quote_id`)
LEFT JOIN `policies` p ON p.`quote_id` = e.`quote_id` AND (e.`kind` <> 'purchased' OR p.`purchase_event_id` = e.`id`)
WHERE e.`status` = 'confirmed' AND e.`kind` IN ('purchased', 'premium_refunded', 'claim_paid')
  AND (e.`kind` <> 'purchased' OR p.`id` IS NOT NULL OR x.`id` IS NOT NULL)
UNION ALL
SELECT 'claim_paid_other', NULL, c.`id`, o.`confirmed_at`, p.`chain_id`, p.`currency`, p.`product`, p.`id`, NULL, o.`usd` * 100, NULL, NULL, NULL, c.`incident_at`
FROM `other_payments` o JOIN `claims` c ON c.`id` = o.`claim_id` JOIN `policies` p ON p.`id` = o.`policy_id` WHERE o.`status` = 'paid';
--> statement-breakpoint
-- The same with its value in ether and our fee, as it is booked.
CREATE VIEW `bookable_money` AS
SELECT m.*,
  CASE WHEN m.`currency` = 'ETH' AND m.`amount` IS NOT NULL
    THEN CAST(substr(m.`amount`, 1, max(length(m.`amount`) - 9, 0)) AS INTEGER)
    ELSE coalesce(m.`usd_cents` * 1000000000 / coalesce(
      (SELECT r.`usd_cents` FROM `eth_rates` r WHERE r.`day` <= substr(m.`at`, 1, 10) ORDER BY r.`day` DESC LIMIT 1),
      (SELECT r.`usd_cents` FROM `eth_rates` r ORDER BY r.`day` LIMIT 1)), 0)
  END AS `gwei`,
  CASE m.`kind` WHEN 'premium' THEN 1 WHEN 'refund' THEN -1 ELSE 0 END
    * coalesce(m.`usd_cents` * (SELECT `platform_fee_bps` FROM `policies` WHERE `id` = m.`policy_id`) / 10000, 0) AS `platform_fee_cents`
FROM `standing_money` m;
--> statement-breakpoint
DROP TRIGGER `policies_booked`;
--> statement-breakpoint
-- The fee of the moment stays with the policy, so that a refund, or the same premium mined again, has the same share.
CREATE TRIGGER `policies_booked` AFTER INSERT ON `policies` BEGIN
  UPDATE `policies` SET `platform_fee_bps` = (SELECT `bps` FROM `platform_fee`) WHERE `id` = NEW.`id`;
  INSERT INTO `money_events` (`kind`, `event_id`, `other_claim_id`, `at`, `chain_id`, `currency`, `product`, `policy_id`, `amount`, `usd_cents`, `start_date`, `days`, `premium_cents`, `incident_at`, `gwei`, `platform_fee_cents`) SELECT * FROM `bookable_money` WHERE `event_id` = NEW.`purchase_event_id`;
END;
--> statement-breakpoint
-- A row in here books an event, or a claim paid outside the chain, anew.
CREATE VIEW `rebook_money` AS SELECT `event_id`, `other_claim_id` FROM `money_events`;
--> statement-breakpoint
CREATE TRIGGER `money_rebooked` INSTEAD OF INSERT ON `rebook_money` BEGIN
  DELETE FROM `money_events` WHERE `event_id` = NEW.`event_id`;
  DELETE FROM `money_events` WHERE `other_claim_id` = NEW.`other_claim_id`;
  INSERT INTO `money_events` (`kind`, `event_id`, `other_claim_id`, `at`, `chain_id`, `currency`, `product`, `policy_id`, `amount`, `usd_cents`, `start_date`, `days`, `premium_cents`, `incident_at`, `gwei`, `platform_fee_cents`) SELECT * FROM `bookable_money` WHERE `event_id` = NEW.`event_id`;
  INSERT INTO `money_events` (`kind`, `event_id`, `other_claim_id`, `at`, `chain_id`, `currency`, `product`, `policy_id`, `amount`, `usd_cents`, `start_date`, `days`, `premium_cents`, `incident_at`, `gwei`, `platform_fee_cents`) SELECT * FROM `bookable_money` WHERE `other_claim_id` = NEW.`other_claim_id`;
END;
--> statement-breakpoint
-- Refunds were booked with the fee of their own day, and payments on chains without a contract with no value.
INSERT INTO `rebook_money` (`event_id`) SELECT `event_id` FROM `money_events` WHERE `kind` IN ('refund', 'unmatched', 'unmatched_refund');
