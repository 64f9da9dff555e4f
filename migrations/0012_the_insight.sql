-- The insight: every movement of money in one table, and roll-ups of it, kept by triggers.
CREATE TABLE `activated_policies` (
	`policy_id` integer PRIMARY KEY NOT NULL,
	`day` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `site_counts` (
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `kind`, `name`)
);
--> statement-breakpoint
CREATE INDEX `site_counts_top` ON `site_counts` (`day`,`kind`,`count`);--> statement-breakpoint
CREATE TABLE `site_days` (
	`day` text PRIMARY KEY NOT NULL,
	`views` integer DEFAULT 0 NOT NULL,
	`visitors` integer DEFAULT 0 NOT NULL,
	`sessions` integer DEFAULT 0 NOT NULL,
	`seconds` integer DEFAULT 0 NOT NULL,
	`engaged` integer DEFAULT 0 NOT NULL,
	`price_seen` integer DEFAULT 0 NOT NULL,
	`wallet_connected` integer DEFAULT 0 NOT NULL,
	`form_complete` integer DEFAULT 0 NOT NULL,
	`quote` integer DEFAULT 0 NOT NULL,
	`wallet_opened` integer DEFAULT 0 NOT NULL,
	`active` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `visit_reports` (
	`day` text NOT NULL,
	`id` text NOT NULL,
	PRIMARY KEY(`day`, `id`)
);
--> statement-breakpoint
CREATE TABLE `visits` (
	`day` text NOT NULL,
	`visitor` text NOT NULL,
	`sessions` integer NOT NULL,
	`started_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`views` integer NOT NULL,
	`path` text NOT NULL,
	`referrer` text NOT NULL,
	`country` text NOT NULL,
	`device` text NOT NULL,
	`viewport` text NOT NULL,
	`steps` integer NOT NULL,
	`depth` integer GENERATED ALWAYS AS (CASE WHEN "steps" & 16 THEN 5 WHEN "steps" & 8 THEN 4 WHEN "steps" & 4 THEN 3 WHEN "steps" & 3 = 3 THEN 2 WHEN "steps" & 1 THEN 1 ELSE 0 END) VIRTUAL,
	`engaged` integer GENERATED ALWAYS AS ("views" >= 2 OR "last_at" - "started_at" >= 10) VIRTUAL,
	PRIMARY KEY(`day`, `visitor`)
);
--> statement-breakpoint
CREATE TABLE `audit_totals` (
	`chain_id` text NOT NULL,
	`contract` text NOT NULL,
	`token` text NOT NULL,
	`kind` text NOT NULL,
	`events` integer NOT NULL,
	`usd` integer NOT NULL,
	`a0` integer DEFAULT 0 NOT NULL,
	`a1` integer DEFAULT 0 NOT NULL,
	`a2` integer DEFAULT 0 NOT NULL,
	`a3` integer DEFAULT 0 NOT NULL,
	`a4` integer DEFAULT 0 NOT NULL,
	`a5` integer DEFAULT 0 NOT NULL,
	`a6` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`chain_id`, `contract`, `token`, `kind`)
);
--> statement-breakpoint
CREATE TABLE `eth_rates` (
	`day` text PRIMARY KEY NOT NULL,
	`usd_cents` integer NOT NULL,
	`source` text NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `exposure_months` (
	`edge` text NOT NULL,
	`chain_id` text NOT NULL,
	`currency` text NOT NULL,
	`month` text NOT NULL,
	`coverage_usd` integer NOT NULL,
	`policies` integer NOT NULL,
	PRIMARY KEY(`edge`, `chain_id`, `currency`, `month`)
);
--> statement-breakpoint
CREATE TABLE `failed_payments` (
	`chain_id` text NOT NULL,
	`tx_hash` text NOT NULL,
	`reason` text NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`chain_id`, `tx_hash`)
);
--> statement-breakpoint
CREATE INDEX `failed_payments_newest` ON `failed_payments` (`at`);--> statement-breakpoint
CREATE TABLE `figure_checks` (
	`day` text PRIMARY KEY NOT NULL,
	`month` text,
	`differences` text DEFAULT '[]' NOT NULL,
	`finished_at` text
);
--> statement-breakpoint
CREATE TABLE `figures` (
	`grain` text NOT NULL,
	`figure` text NOT NULL,
	`product` text NOT NULL,
	`period` text NOT NULL,
	`count` integer NOT NULL,
	`value` integer NOT NULL,
	`gwei` integer NOT NULL,
	PRIMARY KEY(`grain`, `figure`, `product`, `period`)
);
--> statement-breakpoint
CREATE TABLE `loss_cells` (
	`accident_quarter` text NOT NULL,
	`quarter` text NOT NULL,
	`product` text NOT NULL,
	`paid_cents` integer NOT NULL,
	`reserved_cents` integer NOT NULL,
	PRIMARY KEY(`accident_quarter`, `quarter`, `product`)
);
--> statement-breakpoint
CREATE TABLE `money_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`event_id` integer,
	`other_claim_id` integer,
	`at` text NOT NULL,
	`chain_id` text NOT NULL,
	`currency` text NOT NULL,
	`product` text NOT NULL,
	`policy_id` integer,
	`amount` text,
	`usd_cents` integer NOT NULL,
	`gwei` integer NOT NULL,
	`platform_fee_cents` integer NOT NULL,
	`start_date` text,
	`days` integer,
	`premium_cents` integer,
	`incident_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `money_events_event` ON `money_events` (`event_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `money_events_other` ON `money_events` (`other_claim_id`);--> statement-breakpoint
CREATE INDEX `money_events_newest` ON `money_events` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `money_events_policy` ON `money_events` (`policy_id`);--> statement-breakpoint
CREATE TABLE `reserve_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`claim_id` integer NOT NULL,
	`product` text NOT NULL,
	`incident_at` text NOT NULL,
	`at` text NOT NULL,
	`cents` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `reserve_events_claim` ON `reserve_events` (`claim_id`);--> statement-breakpoint
CREATE INDEX `reserve_events_newest` ON `reserve_events` (`at`);--> statement-breakpoint
CREATE TABLE `transaction_fees` (
	`chain_id` text NOT NULL,
	`tx_hash` text NOT NULL,
	`amount` text NOT NULL,
	`usd_cents` integer NOT NULL,
	`gwei` integer NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`chain_id`, `tx_hash`)
);
--> statement-breakpoint
CREATE INDEX `transaction_fees_newest` ON `transaction_fees` (`at`);--> statement-breakpoint
CREATE TABLE `admin_preferences` (
	`admin_id` integer PRIMARY KEY NOT NULL,
	`new_claim` integer DEFAULT false NOT NULL,
	`payment_exception` integer DEFAULT false NOT NULL,
	`message_waiting` integer DEFAULT false NOT NULL,
	`veto` integer DEFAULT false NOT NULL,
	`monthly_report` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` text,
	`profile_version` integer DEFAULT 1 NOT NULL,
	`profile_at` text,
	`profile_by` integer
);
--> statement-breakpoint
CREATE TABLE `admin_proposals` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`proposed_by` integer NOT NULL,
	`proposed_at` text NOT NULL,
	`status` text NOT NULL,
	`decided_by` integer,
	`decided_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admin_proposals_open` ON `admin_proposals` (`subject`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `admin_proposals_status` ON `admin_proposals` (`status`,`proposed_at`,`id`);--> statement-breakpoint
CREATE TABLE `system_settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` text,
	`updated_by` integer,
	`confirmed_by` integer
);
--> statement-breakpoint
ALTER TABLE `admin_sessions` ADD `last_seen_at` text;--> statement-breakpoint
ALTER TABLE `claims` ADD `reserve_cents` integer GENERATED ALWAYS AS (CASE WHEN "status" IN ('pending', 'under_review')
        THEN max("amount_cents" - CASE "product" WHEN 'home' THEN 250000 WHEN 'car' THEN 50000 WHEN 'travel' THEN 0 ELSE 0 END, 0)
        WHEN "status" IN ('approved', 'processing_payment') THEN coalesce("payout_usd", 0) * 100 ELSE 0 END) VIRTUAL;--> statement-breakpoint
CREATE INDEX `claims_desk_queue` ON `claims` (`queue`,`id`);--> statement-breakpoint
CREATE INDEX `claims_desk_queue_due` ON `claims` (`queue`,`due_sort`,`id`);--> statement-breakpoint
CREATE INDEX `claims_desk_queue_amount` ON `claims` (`queue`,`amount_cents`,`id`);--> statement-breakpoint
ALTER TABLE `chain_events` ADD `contract` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `chain_events` ADD `usd_cents` integer;--> statement-breakpoint
CREATE INDEX `chain_events_fees` ON `chain_events` (`chain_id`,`confirmed_at`) WHERE kind IN ('claim_paid', 'premium_refunded', 'payout_proposed');--> statement-breakpoint
ALTER TABLE `policies` ADD `currency` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `policies` ADD `refund_until` text;--> statement-breakpoint
ALTER TABLE `policies` ADD `queue` text GENERATED ALWAYS AS (CASE WHEN "refund_until" IS NOT NULL THEN 'refunds_owed' END) VIRTUAL;--> statement-breakpoint
ALTER TABLE `policies` ADD `left_usd` integer GENERATED ALWAYS AS ("coverage_usd" - "paid_out_usd") VIRTUAL;--> statement-breakpoint
CREATE INDEX `policies_largest` ON `policies` (`status`,`chain_id`,`currency`,`left_usd`,`end_date`);--> statement-breakpoint
CREATE INDEX `policies_desk_queue` ON `policies` (`queue`,`id`);--> statement-breakpoint
CREATE INDEX `policies_desk_queue_premium` ON `policies` (`queue`,`premium_usd`,`id`);--> statement-breakpoint
CREATE INDEX `policies_desk_queue_end` ON `policies` (`queue`,`end_date`,`id`);--> statement-breakpoint
CREATE INDEX `claim_events_decisions` ON `claim_events` (`at`) WHERE kind IN ('approved', 'rejected');--> statement-breakpoint
CREATE INDEX `accounts_newest` ON `accounts` (`created_at`);
--> statement-breakpoint
-- by hand
UPDATE `policies` SET `currency` = coalesce((SELECT `currency` FROM `quotes` WHERE `quotes`.`id` = `policies`.`quote_id`), '');
--> statement-breakpoint
UPDATE `chain_events` SET `usd_cents` = (
  SELECT `usd` * 100 FROM `policy_events`
  WHERE `policy_events`.`tx_hash` = `chain_events`.`tx_hash` AND `policy_events`.`kind` = `chain_events`.`outcome` LIMIT 1
) WHERE `kind` = 'premium_refunded';
--> statement-breakpoint
-- A row in here adds to the roll-ups of its day, its month and all time, of its product and of all.
CREATE VIEW `add_figure` AS SELECT `figure`, `period` AS `day`, `product`, `count`, `value`, `gwei` FROM `figures` WHERE `grain` = 'day' AND `product` <> '';
--> statement-breakpoint
CREATE TRIGGER `figure_added` INSTEAD OF INSERT ON `add_figure` BEGIN
  INSERT INTO `figures` (`grain`, `figure`, `product`, `period`, `count`, `value`, `gwei`) VALUES
    ('day', NEW.`figure`, '', NEW.`day`, NEW.`count`, NEW.`value`, NEW.`gwei`),
    ('month', NEW.`figure`, '', substr(NEW.`day`, 1, 7), NEW.`count`, NEW.`value`, NEW.`gwei`),
    ('all', NEW.`figure`, '', '', NEW.`count`, NEW.`value`, NEW.`gwei`)
  ON CONFLICT DO UPDATE SET `count` = `count` + excluded.`count`, `value` = `value` + excluded.`value`, `gwei` = `gwei` + excluded.`gwei`;
  INSERT INTO `figures` (`grain`, `figure`, `product`, `period`, `count`, `value`, `gwei`)
    SELECT g.`column1`, NEW.`figure`, NEW.`product`, substr(NEW.`day`, 1, g.`column2`), NEW.`count`, NEW.`value`, NEW.`gwei`
    FROM (VALUES ('day', 10), ('month', 7), ('all', 0)) g WHERE NEW.`product` <> ''
  ON CONFLICT DO UPDATE SET `count` = `count` + excluded.`count`, `value` = `value` + excluded.`value`, `gwei` = `gwei` + excluded.`gwei`;
END;
--> statement-breakpoint
-- The movements of money that stand, from the ledger and the payments outside it.
CREATE VIEW `standing_money` AS
SELECT
  CASE e.`kind` WHEN 'claim_paid' THEN 'claim_paid' WHEN 'purchased' THEN iif(p.`id` IS NULL, 'unmatched', 'premium') ELSE iif(p.`id` IS NULL, 'unmatched_refund', 'refund') END AS `kind`,
  e.`id` AS `event_id`, NULL AS `other_claim_id`, e.`block_time` AS `at`, e.`chain_id`,
  coalesce(q.`currency`, '') AS `currency`, coalesce(p.`product`, q.`product`, '') AS `product`, p.`id` AS `policy_id`, e.`amount`,
  CASE e.`kind` WHEN 'claim_paid' THEN e.`usd` * 100 WHEN 'purchased' THEN coalesce(q.`premium_usd`, 0) * 100 ELSE coalesce(e.`usd_cents`, q.`premium_usd` * 100, 0) END AS `usd_cents`,
  iif(e.`kind` = 'claim_paid', NULL, p.`start_date`) AS `start_date`,
  iif(e.`kind` = 'claim_paid', NULL, max(CAST(julianday(p.`end_date`) - julianday(p.`start_date`) AS INTEGER), 1)) AS `days`,
  iif(e.`kind` = 'claim_paid', NULL, p.`premium_usd` * 100) AS `premium_cents`,
  e.`incident_at`
FROM `chain_events` e
LEFT JOIN `quotes` q ON q.`id` = e.`quote_id`
LEFT JOIN `policies` p ON p.`quote_id` = e.`quote_id` AND (e.`kind` <> 'purchased' OR p.`purchase_event_id` = e.`id`)
WHERE e.`status` = 'confirmed' AND e.`kind` IN ('purchased', 'premium_refunded', 'claim_paid')
  AND (e.`kind` <> 'purchased' OR p.`id` IS NOT NULL OR EXISTS (SELECT 1 FROM `payment_exceptions` x WHERE x.`event_id` = e.`id`))
UNION ALL
SELECT 'claim_paid_other', NULL, o.`claim_id`, o.`confirmed_at`, p.`chain_id`, p.`currency`, p.`product`, p.`id`, NULL, o.`usd` * 100, NULL, NULL, NULL, c.`incident_at`
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
    * (m.`usd_cents` * coalesce((SELECT CAST(`value` AS INTEGER) FROM `system_settings` WHERE `key` = 'platform_fee_bps'), 250) / 10000) AS `platform_fee_cents`
FROM `standing_money` m;
--> statement-breakpoint
-- By how many cents more or less a premium is earned each day from a day on. A premium is earned evenly over the days sold,
-- its remainder on the first. A refund stops that, and corrects on its day what was earned before to what we keep.
CREATE VIEW `earning_steps` AS
SELECT `id`, `product`,
  date(`start_date`, '+' || CASE s.`column1` WHEN 0 THEN 0 WHEN 1 THEN 1 ELSE `days` END || ' days') AS `day`,
  CASE s.`column1` WHEN 0 THEN `usd_cents` / `days` + `usd_cents` % `days` WHEN 1 THEN -(`usd_cents` % `days`) ELSE -(`usd_cents` / `days`) END AS `cents`
FROM `money_events`, (VALUES (0), (1), (2)) s WHERE `kind` = 'premium'
UNION ALL
SELECT `id`, `product`,
  CASE s.`column1`
    WHEN 0 THEN max(substr(`at`, 1, 10), `start_date`)
    WHEN 1 THEN date(`start_date`, '+1 day')
    WHEN 2 THEN date(`start_date`, '+' || `days` || ' days')
    ELSE date(`at`, '+' || (s.`column1` - 3) || ' days') END,
  CASE
    WHEN s.`column1` < 3 AND substr(`at`, 1, 10) >= date(`start_date`, '+' || `days` || ' days') THEN 0
    WHEN s.`column1` = 0 THEN -(`premium_cents` / `days` + iif(substr(`at`, 1, 10) <= `start_date`, `premium_cents` % `days`, 0))
    WHEN s.`column1` = 1 THEN iif(substr(`at`, 1, 10) <= `start_date`, `premium_cents` % `days`, 0)
    WHEN s.`column1` = 2 THEN `premium_cents` / `days`
    ELSE (7 - 2 * s.`column1`) * (`premium_cents` - `usd_cents` - CASE WHEN substr(`at`, 1, 10) <= `start_date` THEN 0
      ELSE min(CAST(julianday(substr(`at`, 1, 10)) - julianday(`start_date`) AS INTEGER), `days`) * (`premium_cents` / `days`) + `premium_cents` % `days` END)
  END
FROM `money_events`, (VALUES (0), (1), (2), (3), (4)) s WHERE `kind` = 'refund';
--> statement-breakpoint
-- What each movement of money adds to the figures. A step also weighs as many days as its month still has, so that a
-- month's earned premium is its steps' weight and the steps of all months before times its days.
CREATE VIEW `money_figures` AS
SELECT `id`, `kind` AS `figure`, substr(`at`, 1, 10) AS `day`, `product`, 1 AS `count`, `usd_cents` AS `value`, `gwei` FROM `money_events`
UNION ALL SELECT `id`, 'revenue', substr(`at`, 1, 10), `product`, 0, iif(`kind` = 'premium', `usd_cents`, -`usd_cents`), iif(`kind` = 'premium', `gwei`, -`gwei`) FROM `money_events` WHERE `kind` IN ('premium', 'refund')
UNION ALL SELECT `id`, 'platform_fee', substr(`at`, 1, 10), `product`, 0, `platform_fee_cents`, iif(`usd_cents` = 0, 0, `gwei` * `platform_fee_cents` / `usd_cents`) FROM `money_events` WHERE `kind` IN ('premium', 'refund')
UNION ALL SELECT `id`, 'earning_step', `day`, `product`, 0, `cents`, 0 FROM `earning_steps` WHERE `cents` <> 0
UNION ALL SELECT `id`, 'earning_weight', `day`, `product`, 0,
  `cents` * CAST(julianday(date(`day`, 'start of month', '+1 month')) - julianday(`day`) AS INTEGER), 0 FROM `earning_steps` WHERE `cents` <> 0;
--> statement-breakpoint
-- What the other rows add.
CREATE VIEW `row_figures` AS
SELECT 'users' AS `figure`, substr(`created_at`, 1, 10) AS `day`, '' AS `product`, 1 AS `count`, 0 AS `value`, 0 AS `gwei` FROM `accounts`
UNION ALL SELECT 'policies', substr(`created_at`, 1, 10), `product`, 1, 0, 0 FROM `policies`
UNION ALL SELECT 'active', `end_date`, `product`, 1, `coverage_usd` * 100, 0 FROM `policies` WHERE `status` = 'active'
UNION ALL SELECT 'claims', substr(`created_at`, 1, 10), `product`, 1, `amount_cents`, 0 FROM `claims`
UNION ALL SELECT 'reserve', substr(`at`, 1, 10), `product`, 0, `cents`, 0 FROM `reserve_events`;
--> statement-breakpoint
CREATE VIEW `event_figures` AS
SELECT 'claims_' || v.`kind` AS `figure`, substr(v.`at`, 1, 10) AS `day`, c.`product`, 1 AS `count`, 0 AS `value`, 0 AS `gwei` FROM `claim_events` v JOIN `claims` c ON c.`id` = v.`claim_id` WHERE v.`kind` IN ('approved', 'rejected')
UNION ALL SELECT 'decision_time', substr(v.`at`, 1, 10), c.`product`, 1, CAST(round((julianday(v.`at`) - julianday(c.`created_at`)) * 1440) AS INTEGER), 0 FROM `claim_events` v JOIN `claims` c ON c.`id` = v.`claim_id` WHERE v.`kind` IN ('approved', 'rejected')
UNION ALL SELECT 'gas', substr(`at`, 1, 10), '', 1, `usd_cents`, `gwei` FROM `transaction_fees`
UNION ALL SELECT 'failed_payment', substr(`at`, 1, 10), '', 1, 0, 0 FROM `failed_payments`;
--> statement-breakpoint
-- What each row adds to the loss triangles.
CREATE VIEW `loss_figures` AS
SELECT `id`, 'money' AS `source`, substr(`incident_at`, 1, 4) || '-Q' || ((CAST(substr(`incident_at`, 6, 2) AS INTEGER) + 2) / 3) AS `accident_quarter`,
  substr(`at`, 1, 4) || '-Q' || ((CAST(substr(`at`, 6, 2) AS INTEGER) + 2) / 3) AS `quarter`, `product`, `usd_cents` AS `paid_cents`, 0 AS `reserved_cents`
FROM `money_events` WHERE `incident_at` IS NOT NULL
UNION ALL SELECT `id`, 'reserve', substr(`incident_at`, 1, 4) || '-Q' || ((CAST(substr(`incident_at`, 6, 2) AS INTEGER) + 2) / 3),
  substr(`at`, 1, 4) || '-Q' || ((CAST(substr(`at`, 6, 2) AS INTEGER) + 2) / 3), `product`, 0, `cents` FROM `reserve_events`;
--> statement-breakpoint
INSERT OR IGNORE INTO `eth_rates` (`day`, `usd_cents`, `source`, `at`)
  SELECT substr(`rate_at`, 1, 10), CAST(`rate` * 100 AS INTEGER), `rate_source`, `rate_at` FROM `quotes` WHERE `currency` = 'ETH' ORDER BY `rate_at`;
--> statement-breakpoint
-- A quote in ether brings the day's rate with it.
CREATE TRIGGER `quotes_rated` AFTER INSERT ON `quotes` WHEN NEW.`currency` = 'ETH' BEGIN
  INSERT OR IGNORE INTO `eth_rates` (`day`, `usd_cents`, `source`, `at`) VALUES (substr(NEW.`rate_at`, 1, 10), CAST(NEW.`rate` * 100 AS INTEGER), NEW.`rate_source`, NEW.`rate_at`);
END;
--> statement-breakpoint
INSERT INTO `money_events` (`kind`, `event_id`, `other_claim_id`, `at`, `chain_id`, `currency`, `product`, `policy_id`, `amount`, `usd_cents`, `start_date`, `days`, `premium_cents`, `incident_at`, `gwei`, `platform_fee_cents`)
  SELECT * FROM `bookable_money` ORDER BY `at`;
--> statement-breakpoint
INSERT INTO `reserve_events` (`claim_id`, `product`, `incident_at`, `at`, `cents`) SELECT `id`, `product`, `incident_at`, `created_at`, `reserve_cents` FROM `claims` WHERE `reserve_cents` <> 0;
--> statement-breakpoint
INSERT INTO `add_figure` SELECT `figure`, `day`, `product`, `count`, `value`, `gwei` FROM `money_figures`;
--> statement-breakpoint
INSERT INTO `add_figure` SELECT `figure`, `day`, `product`, `count`, `value`, `gwei` FROM `row_figures`;
--> statement-breakpoint
INSERT INTO `add_figure` SELECT `figure`, `day`, `product`, `count`, `value`, `gwei` FROM `event_figures`;
--> statement-breakpoint
INSERT INTO `loss_cells` (`accident_quarter`, `quarter`, `product`, `paid_cents`, `reserved_cents`)
  SELECT `accident_quarter`, `quarter`, `product`, sum(`paid_cents`), sum(`reserved_cents`) FROM `loss_figures` GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO `exposure_months` (`edge`, `chain_id`, `currency`, `month`, `coverage_usd`, `policies`)
  SELECT 'end', `chain_id`, `currency`, substr(`end_date`, 1, 7), sum(`coverage_usd`), sum(`policies`) FROM `exposures` GROUP BY 2, 3, 4
  UNION ALL SELECT 'start', `chain_id`, '', substr(`start_date`, 1, 7), sum(`coverage_usd`), sum(`policies`) FROM `exposure_starts` GROUP BY 2, 4;
--> statement-breakpoint
CREATE TRIGGER `money_added` AFTER INSERT ON `money_events` BEGIN
  INSERT INTO `add_figure` SELECT `figure`, `day`, `product`, `count`, `value`, `gwei` FROM `money_figures` WHERE `id` = NEW.`id`;
  INSERT INTO `loss_cells` (`accident_quarter`, `quarter`, `product`, `paid_cents`, `reserved_cents`)
    SELECT `accident_quarter`, `quarter`, `product`, `paid_cents`, `reserved_cents` FROM `loss_figures` WHERE `id` = NEW.`id` AND `source` = 'money'
  ON CONFLICT DO UPDATE SET `paid_cents` = `paid_cents` + excluded.`paid_cents`;
END;
--> statement-breakpoint
CREATE TRIGGER `money_removed` BEFORE DELETE ON `money_events` BEGIN
  INSERT INTO `add_figure` SELECT `figure`, `day`, `product`, -`count`, -`value`, -`gwei` FROM `money_figures` WHERE `id` = OLD.`id`;
  INSERT INTO `loss_cells` (`accident_quarter`, `quarter`, `product`, `paid_cents`, `reserved_cents`)
    SELECT `accident_quarter`, `quarter`, `product`, -`paid_cents`, -`reserved_cents` FROM `loss_figures` WHERE `id` = OLD.`id` AND `source` = 'money'
  ON CONFLICT DO UPDATE SET `paid_cents` = `paid_cents` + excluded.`paid_cents`;
END;
--> statement-breakpoint
CREATE TRIGGER `reserves_added` AFTER INSERT ON `reserve_events` BEGIN
  INSERT INTO `add_figure` VALUES ('reserve', substr(NEW.`at`, 1, 10), NEW.`product`, 0, NEW.`cents`, 0);
  INSERT INTO `loss_cells` (`accident_quarter`, `quarter`, `product`, `paid_cents`, `reserved_cents`)
    SELECT `accident_quarter`, `quarter`, `product`, `paid_cents`, `reserved_cents` FROM `loss_figures` WHERE `id` = NEW.`id` AND `source` = 'reserve'
  ON CONFLICT DO UPDATE SET `reserved_cents` = `reserved_cents` + excluded.`reserved_cents`;
END;
--> statement-breakpoint
-- Booking: whenever an event begins or ceases to stand, or another policy rests on it.
CREATE TRIGGER `events_booked` AFTER INSERT ON `chain_events` WHEN NEW.`status` = 'confirmed' AND NEW.`kind` IN ('premium_refunded', 'claim_paid') BEGIN
  INSERT INTO `money_events` (`kind`, `event_id`, `other_claim_id`, `at`, `chain_id`, `currency`, `product`, `policy_id`, `amount`, `usd_cents`, `start_date`, `days`, `premium_cents`, `incident_at`, `gwei`, `platform_fee_cents`) SELECT * FROM `bookable_money` WHERE `event_id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `events_rebooked` AFTER UPDATE OF `status`, `usd_cents` ON `chain_events` WHEN NEW.`kind` IN ('purchased', 'premium_refunded', 'claim_paid') AND (OLD.`status` = 'confirmed' OR NEW.`status` = 'confirmed') BEGIN
  DELETE FROM `money_events` WHERE `event_id` = NEW.`id`;
  INSERT INTO `money_events` (`kind`, `event_id`, `other_claim_id`, `at`, `chain_id`, `currency`, `product`, `policy_id`, `amount`, `usd_cents`, `start_date`, `days`, `premium_cents`, `incident_at`, `gwei`, `platform_fee_cents`) SELECT * FROM `bookable_money` WHERE `event_id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `policies_booked` AFTER INSERT ON `policies` BEGIN
  INSERT INTO `money_events` (`kind`, `event_id`, `other_claim_id`, `at`, `chain_id`, `currency`, `product`, `policy_id`, `amount`, `usd_cents`, `start_date`, `days`, `premium_cents`, `incident_at`, `gwei`, `platform_fee_cents`) SELECT * FROM `bookable_money` WHERE `event_id` = NEW.`purchase_event_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `exceptions_booked` AFTER INSERT ON `payment_exceptions` BEGIN
  DELETE FROM `money_events` WHERE `event_id` = NEW.`event_id`;
  INSERT INTO `money_events` (`kind`, `event_id`, `other_claim_id`, `at`, `chain_id`, `currency`, `product`, `policy_id`, `amount`, `usd_cents`, `start_date`, `days`, `premium_cents`, `incident_at`, `gwei`, `platform_fee_cents`) SELECT * FROM `bookable_money` WHERE `event_id` = NEW.`event_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `policies_rebooked` AFTER UPDATE OF `purchase_event_id`, `product`, `premium_usd`, `start_date`, `end_date` ON `policies` BEGIN
  DELETE FROM `money_events` WHERE `event_id` = OLD.`purchase_event_id`;
  DELETE FROM `money_events` WHERE `event_id` = NEW.`purchase_event_id`;
  INSERT INTO `money_events` (`kind`, `event_id`, `other_claim_id`, `at`, `chain_id`, `currency`, `product`, `policy_id`, `amount`, `usd_cents`, `start_date`, `days`, `premium_cents`, `incident_at`, `gwei`, `platform_fee_cents`) SELECT * FROM `bookable_money` WHERE `event_id` = OLD.`purchase_event_id` AND OLD.`purchase_event_id` <> NEW.`purchase_event_id`;
  INSERT INTO `money_events` (`kind`, `event_id`, `other_claim_id`, `at`, `chain_id`, `currency`, `product`, `policy_id`, `amount`, `usd_cents`, `start_date`, `days`, `premium_cents`, `incident_at`, `gwei`, `platform_fee_cents`) SELECT * FROM `bookable_money` WHERE `event_id` = NEW.`purchase_event_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `other_payments_booked` AFTER INSERT ON `other_payments` WHEN NEW.`status` = 'paid' BEGIN
  INSERT INTO `money_events` (`kind`, `event_id`, `other_claim_id`, `at`, `chain_id`, `currency`, `product`, `policy_id`, `amount`, `usd_cents`, `start_date`, `days`, `premium_cents`, `incident_at`, `gwei`, `platform_fee_cents`) SELECT * FROM `bookable_money` WHERE `other_claim_id` = NEW.`claim_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `other_payments_rebooked` AFTER UPDATE OF `status`, `usd` ON `other_payments` BEGIN
  DELETE FROM `money_events` WHERE `other_claim_id` = NEW.`claim_id`;
  INSERT INTO `money_events` (`kind`, `event_id`, `other_claim_id`, `at`, `chain_id`, `currency`, `product`, `policy_id`, `amount`, `usd_cents`, `start_date`, `days`, `premium_cents`, `incident_at`, `gwei`, `platform_fee_cents`) SELECT * FROM `bookable_money` WHERE `other_claim_id` = NEW.`claim_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `claims_reserved` AFTER INSERT ON `claims` WHEN NEW.`reserve_cents` <> 0 BEGIN
  INSERT INTO `reserve_events` (`claim_id`, `product`, `incident_at`, `at`, `cents`) VALUES (NEW.`id`, NEW.`product`, NEW.`incident_at`, NEW.`created_at`, NEW.`reserve_cents`);
END;
--> statement-breakpoint
CREATE TRIGGER `claims_reserved_again` AFTER UPDATE OF `status`, `payout_usd`, `amount_cents` ON `claims` WHEN NEW.`reserve_cents` <> OLD.`reserve_cents` BEGIN
  INSERT INTO `reserve_events` (`claim_id`, `product`, `incident_at`, `at`, `cents`) VALUES (NEW.`id`, NEW.`product`, NEW.`incident_at`, NEW.`updated_at`, NEW.`reserve_cents` - OLD.`reserve_cents`);
END;
--> statement-breakpoint
CREATE TRIGGER `accounts_figured` AFTER INSERT ON `accounts` BEGIN
  INSERT INTO `add_figure` VALUES ('users', substr(NEW.`created_at`, 1, 10), '', 1, 0, 0);
END;
--> statement-breakpoint
CREATE TRIGGER `policies_figured` AFTER INSERT ON `policies` BEGIN
  INSERT INTO `add_figure` SELECT 'policies', substr(NEW.`created_at`, 1, 10), NEW.`product`, 1, 0, 0
    UNION ALL SELECT 'active', NEW.`end_date`, NEW.`product`, 1, NEW.`coverage_usd` * 100, 0 WHERE NEW.`status` = 'active';
END;
--> statement-breakpoint
CREATE TRIGGER `policies_figured_again` AFTER UPDATE OF `status`, `end_date`, `product`, `coverage_usd` ON `policies` WHEN OLD.`status` = 'active' OR NEW.`status` = 'active' BEGIN
  INSERT INTO `add_figure` SELECT 'active', OLD.`end_date`, OLD.`product`, -1, -OLD.`coverage_usd` * 100, 0 WHERE OLD.`status` = 'active'
    UNION ALL SELECT 'active', NEW.`end_date`, NEW.`product`, 1, NEW.`coverage_usd` * 100, 0 WHERE NEW.`status` = 'active';
END;
--> statement-breakpoint
CREATE TRIGGER `claims_figured` AFTER INSERT ON `claims` BEGIN
  INSERT INTO `add_figure` VALUES ('claims', substr(NEW.`created_at`, 1, 10), NEW.`product`, 1, NEW.`amount_cents`, 0);
END;
--> statement-breakpoint
CREATE TRIGGER `decisions_figured` AFTER INSERT ON `claim_events` WHEN NEW.`kind` IN ('approved', 'rejected') BEGIN
  INSERT INTO `add_figure` SELECT 'claims_' || NEW.`kind`, substr(NEW.`at`, 1, 10), `product`, 1, 0, 0 FROM `claims` WHERE `id` = NEW.`claim_id`
    UNION ALL SELECT 'decision_time', substr(NEW.`at`, 1, 10), `product`, 1, CAST(round((julianday(NEW.`at`) - julianday(`created_at`)) * 1440) AS INTEGER), 0 FROM `claims` WHERE `id` = NEW.`claim_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `fees_figured` AFTER INSERT ON `transaction_fees` BEGIN
  INSERT INTO `add_figure` VALUES ('gas', substr(NEW.`at`, 1, 10), '', 1, NEW.`usd_cents`, NEW.`gwei`);
END;
--> statement-breakpoint
CREATE TRIGGER `fees_unfigured` AFTER DELETE ON `transaction_fees` BEGIN
  INSERT INTO `add_figure` VALUES ('gas', substr(OLD.`at`, 1, 10), '', -1, -OLD.`usd_cents`, -OLD.`gwei`);
END;
--> statement-breakpoint
CREATE TRIGGER `failures_unfigured` AFTER DELETE ON `failed_payments` BEGIN
  INSERT INTO `add_figure` VALUES ('failed_payment', substr(OLD.`at`, 1, 10), '', -1, 0, 0);
END;
--> statement-breakpoint
-- A transaction that is taken back costs nothing until it is mined again.
CREATE TRIGGER `fees_taken_back` AFTER UPDATE OF `status` ON `chain_events` WHEN NEW.`status` = 'orphaned' BEGIN
  DELETE FROM `transaction_fees` WHERE `chain_id` = NEW.`chain_id` AND `tx_hash` = NEW.`tx_hash`;
END;
--> statement-breakpoint
-- A payment that was given up and is there after all did not fail.
CREATE TRIGGER `failures_taken_back` AFTER INSERT ON `chain_events` WHEN NEW.`kind` = 'purchased' BEGIN
  DELETE FROM `failed_payments` WHERE `chain_id` = NEW.`chain_id` AND `tx_hash` = NEW.`tx_hash`;
END;
--> statement-breakpoint
CREATE TRIGGER `failures_figured` AFTER INSERT ON `failed_payments` BEGIN
  INSERT INTO `add_figure` VALUES ('failed_payment', substr(NEW.`at`, 1, 10), '', 1, 0, 0);
END;
--> statement-breakpoint
CREATE TRIGGER `exposures_summed` AFTER INSERT ON `exposures` BEGIN
  INSERT INTO `exposure_months` (`edge`, `chain_id`, `currency`, `month`, `coverage_usd`, `policies`) VALUES ('end', NEW.`chain_id`, NEW.`currency`, substr(NEW.`end_date`, 1, 7), NEW.`coverage_usd`, NEW.`policies`)
  ON CONFLICT DO UPDATE SET `coverage_usd` = `coverage_usd` + excluded.`coverage_usd`, `policies` = `policies` + excluded.`policies`;
END;
--> statement-breakpoint
CREATE TRIGGER `exposures_summed_again` AFTER UPDATE OF `coverage_usd`, `policies` ON `exposures` BEGIN
  INSERT INTO `exposure_months` (`edge`, `chain_id`, `currency`, `month`, `coverage_usd`, `policies`) VALUES ('end', NEW.`chain_id`, NEW.`currency`, substr(NEW.`end_date`, 1, 7), NEW.`coverage_usd` - OLD.`coverage_usd`, NEW.`policies` - OLD.`policies`)
  ON CONFLICT DO UPDATE SET `coverage_usd` = `coverage_usd` + excluded.`coverage_usd`, `policies` = `policies` + excluded.`policies`;
END;
--> statement-breakpoint
CREATE TRIGGER `exposure_starts_summed` AFTER INSERT ON `exposure_starts` BEGIN
  INSERT INTO `exposure_months` (`edge`, `chain_id`, `currency`, `month`, `coverage_usd`, `policies`) VALUES ('start', NEW.`chain_id`, '', substr(NEW.`start_date`, 1, 7), NEW.`coverage_usd`, NEW.`policies`)
  ON CONFLICT DO UPDATE SET `coverage_usd` = `coverage_usd` + excluded.`coverage_usd`, `policies` = `policies` + excluded.`policies`;
END;
--> statement-breakpoint
CREATE TRIGGER `exposure_starts_summed_again` AFTER UPDATE OF `coverage_usd`, `policies` ON `exposure_starts` BEGIN
  INSERT INTO `exposure_months` (`edge`, `chain_id`, `currency`, `month`, `coverage_usd`, `policies`) VALUES ('start', NEW.`chain_id`, '', substr(NEW.`start_date`, 1, 7), NEW.`coverage_usd` - OLD.`coverage_usd`, NEW.`policies` - OLD.`policies`)
  ON CONFLICT DO UPDATE SET `coverage_usd` = `coverage_usd` + excluded.`coverage_usd`, `policies` = `policies` + excluded.`policies`;
END;
--> statement-breakpoint
-- Unread messages that wait, among the desk's counters.
INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) SELECT 'queue', 'messages_unread', '', count(*) FROM `threads` WHERE `waiting_since` IS NOT NULL AND `unread_by_support` = 1;
--> statement-breakpoint
CREATE TRIGGER `threads_unread_counted` AFTER INSERT ON `threads` WHEN NEW.`waiting_since` IS NOT NULL AND NEW.`unread_by_support` = 1 BEGIN
  INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) VALUES ('queue', 'messages_unread', '', 1)
  ON CONFLICT (`list`, `status`, `kind`) DO UPDATE SET `count` = `count` + excluded.`count`;
END;
--> statement-breakpoint
CREATE TRIGGER `threads_unread_recounted` AFTER UPDATE OF `waiting_since`, `unread_by_support` ON `threads` WHEN (NEW.`waiting_since` IS NOT NULL AND NEW.`unread_by_support` = 1) <> (OLD.`waiting_since` IS NOT NULL AND OLD.`unread_by_support` = 1) BEGIN
  INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) VALUES
    ('queue', 'messages_unread', '', (NEW.`waiting_since` IS NOT NULL AND NEW.`unread_by_support` = 1) - (OLD.`waiting_since` IS NOT NULL AND OLD.`unread_by_support` = 1))
  ON CONFLICT (`list`, `status`, `kind`) DO UPDATE SET `count` = `count` + excluded.`count`;
END;
--> statement-breakpoint
INSERT INTO `system_settings` (`key`, `value`) VALUES
  ('auto_approve_below_usd', '10000'),
  ('second_confirmation_usd', '10000'),
  ('maximum_claim_usd', '100000'),
  ('platform_fee_bps', '250'),
  ('session_minutes', '480'),
  ('require_totp', '0'),
  ('sender_name', 'Mooring'),
  ('sender_from', ''),
  ('sender_reply_to', '');
--> statement-breakpoint
-- A refund is owed while a policy that has not ended has a request to cancel it.
CREATE TRIGGER `cancellations_asked` AFTER INSERT ON `cancellations` BEGIN
  UPDATE `policies` SET `refund_until` = NEW.`valid_until` WHERE `id` = NEW.`policy_id` AND `status` IN ('pending', 'active');
END;
--> statement-breakpoint
CREATE TRIGGER `cancellations_renewed` AFTER UPDATE OF `valid_until` ON `cancellations` BEGIN
  UPDATE `policies` SET `refund_until` = NEW.`valid_until` WHERE `id` = NEW.`policy_id` AND `status` IN ('pending', 'active');
END;
--> statement-breakpoint
CREATE TRIGGER `cancellations_closed` AFTER DELETE ON `cancellations` BEGIN
  UPDATE `policies` SET `refund_until` = NULL WHERE `id` = OLD.`policy_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `policies_refund_owed` AFTER UPDATE OF `status` ON `policies` WHEN OLD.`status` <> NEW.`status` BEGIN
  UPDATE `policies` SET `refund_until` = CASE WHEN NEW.`status` IN ('pending', 'active') THEN
    (SELECT `valid_until` FROM `cancellations` WHERE `policy_id` = NEW.`id`) END WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `policies_refund_queued` AFTER UPDATE OF `refund_until` ON `policies` WHEN (NEW.`refund_until` IS NULL) <> (OLD.`refund_until` IS NULL) BEGIN
  INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) VALUES
    ('queue', 'refunds_owed', '', (NEW.`refund_until` IS NOT NULL) - (OLD.`refund_until` IS NOT NULL))
  ON CONFLICT (`list`, `status`, `kind`) DO UPDATE SET `count` = `count` + excluded.`count`;
END;
--> statement-breakpoint
UPDATE `policies` SET `refund_until` = (SELECT `valid_until` FROM `cancellations` WHERE `policy_id` = `policies`.`id`)
WHERE `status` IN ('pending', 'active') AND `id` IN (SELECT `policy_id` FROM `cancellations`);
--> statement-breakpoint
UPDATE `chain_events` SET `contract` = coalesce(
  (SELECT `contract` FROM `quotes` WHERE `quotes`.`id` = `chain_events`.`quote_id`),
  (SELECT x.`contract` FROM `payment_exceptions` x JOIN `chain_events` p ON p.`id` = x.`event_id`
    WHERE p.`quote_id` = `chain_events`.`quote_id` AND p.`chain_id` = `chain_events`.`chain_id` LIMIT 1),
  '');
--> statement-breakpoint
INSERT INTO `audit_totals` (`chain_id`, `contract`, `token`, `kind`, `events`, `usd`, `a0`, `a1`, `a2`, `a3`, `a4`, `a5`, `a6`)
SELECT `chain_id`, `contract`, coalesce(`token`, ''), `kind`, count(*), sum(coalesce(`usd`, 0)),
  sum(CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(`amount`, '0'), -12, 12) AS INTEGER)),
  sum(CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(`amount`, '0'), -24, 12) AS INTEGER)),
  sum(CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(`amount`, '0'), -36, 12) AS INTEGER)),
  sum(CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(`amount`, '0'), -48, 12) AS INTEGER)),
  sum(CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(`amount`, '0'), -60, 12) AS INTEGER)),
  sum(CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(`amount`, '0'), -72, 12) AS INTEGER)),
  sum(CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(`amount`, '0'), -84, 12) AS INTEGER))
FROM `chain_events` WHERE `status` <> 'orphaned'
GROUP BY `chain_id`, `contract`, coalesce(`token`, ''), `kind`;
--> statement-breakpoint
CREATE TRIGGER `audit_totals_added` AFTER INSERT ON `chain_events` BEGIN
  INSERT INTO `audit_totals` (`chain_id`, `contract`, `token`, `kind`, `events`, `usd`, `a0`, `a1`, `a2`, `a3`, `a4`, `a5`, `a6`)
  SELECT NEW.`chain_id`, NEW.`contract`, coalesce(NEW.`token`, ''), NEW.`kind`, 1, coalesce(NEW.`usd`, 0),
    CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(NEW.`amount`, '0'), -12, 12) AS INTEGER),
    CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(NEW.`amount`, '0'), -24, 12) AS INTEGER),
    CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(NEW.`amount`, '0'), -36, 12) AS INTEGER),
    CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(NEW.`amount`, '0'), -48, 12) AS INTEGER),
    CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(NEW.`amount`, '0'), -60, 12) AS INTEGER),
    CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(NEW.`amount`, '0'), -72, 12) AS INTEGER),
    CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(NEW.`amount`, '0'), -84, 12) AS INTEGER)
  WHERE NEW.`status` <> 'orphaned'
  ON CONFLICT (`chain_id`, `contract`, `token`, `kind`) DO UPDATE SET `events` = `events` + excluded.`events`, `usd` = `usd` + excluded.`usd`, `a0` = `a0` + excluded.`a0`, `a1` = `a1` + excluded.`a1`, `a2` = `a2` + excluded.`a2`, `a3` = `a3` + excluded.`a3`, `a4` = `a4` + excluded.`a4`, `a5` = `a5` + excluded.`a5`, `a6` = `a6` + excluded.`a6`;
END;
--> statement-breakpoint
CREATE TRIGGER `audit_totals_changed` AFTER UPDATE OF `chain_id`, `contract`, `token`, `kind`, `usd`, `amount`, `status` ON `chain_events` BEGIN
  INSERT INTO `audit_totals` (`chain_id`, `contract`, `token`, `kind`, `events`, `usd`, `a0`, `a1`, `a2`, `a3`, `a4`, `a5`, `a6`)
  SELECT OLD.`chain_id`, OLD.`contract`, coalesce(OLD.`token`, ''), OLD.`kind`, -1, -coalesce(OLD.`usd`, 0),
    -CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(OLD.`amount`, '0'), -12, 12) AS INTEGER),
    -CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(OLD.`amount`, '0'), -24, 12) AS INTEGER),
    -CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(OLD.`amount`, '0'), -36, 12) AS INTEGER),
    -CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(OLD.`amount`, '0'), -48, 12) AS INTEGER),
    -CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(OLD.`amount`, '0'), -60, 12) AS INTEGER),
    -CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(OLD.`amount`, '0'), -72, 12) AS INTEGER),
    -CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(OLD.`amount`, '0'), -84, 12) AS INTEGER)
  WHERE OLD.`status` <> 'orphaned'
  ON CONFLICT (`chain_id`, `contract`, `token`, `kind`) DO UPDATE SET `events` = `events` + excluded.`events`, `usd` = `usd` + excluded.`usd`, `a0` = `a0` + excluded.`a0`, `a1` = `a1` + excluded.`a1`, `a2` = `a2` + excluded.`a2`, `a3` = `a3` + excluded.`a3`, `a4` = `a4` + excluded.`a4`, `a5` = `a5` + excluded.`a5`, `a6` = `a6` + excluded.`a6`;
  INSERT INTO `audit_totals` (`chain_id`, `contract`, `token`, `kind`, `events`, `usd`, `a0`, `a1`, `a2`, `a3`, `a4`, `a5`, `a6`)
  SELECT NEW.`chain_id`, NEW.`contract`, coalesce(NEW.`token`, ''), NEW.`kind`, 1, coalesce(NEW.`usd`, 0),
    CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(NEW.`amount`, '0'), -12, 12) AS INTEGER),
    CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(NEW.`amount`, '0'), -24, 12) AS INTEGER),
    CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(NEW.`amount`, '0'), -36, 12) AS INTEGER),
    CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(NEW.`amount`, '0'), -48, 12) AS INTEGER),
    CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(NEW.`amount`, '0'), -60, 12) AS INTEGER),
    CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(NEW.`amount`, '0'), -72, 12) AS INTEGER),
    CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(NEW.`amount`, '0'), -84, 12) AS INTEGER)
  WHERE NEW.`status` <> 'orphaned'
  ON CONFLICT (`chain_id`, `contract`, `token`, `kind`) DO UPDATE SET `events` = `events` + excluded.`events`, `usd` = `usd` + excluded.`usd`, `a0` = `a0` + excluded.`a0`, `a1` = `a1` + excluded.`a1`, `a2` = `a2` + excluded.`a2`, `a3` = `a3` + excluded.`a3`, `a4` = `a4` + excluded.`a4`, `a5` = `a5` + excluded.`a5`, `a6` = `a6` + excluded.`a6`;
END;
--> statement-breakpoint
CREATE TRIGGER `audit_totals_removed` AFTER DELETE ON `chain_events` BEGIN
  INSERT INTO `audit_totals` (`chain_id`, `contract`, `token`, `kind`, `events`, `usd`, `a0`, `a1`, `a2`, `a3`, `a4`, `a5`, `a6`)
  SELECT OLD.`chain_id`, OLD.`contract`, coalesce(OLD.`token`, ''), OLD.`kind`, -1, -coalesce(OLD.`usd`, 0),
    -CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(OLD.`amount`, '0'), -12, 12) AS INTEGER),
    -CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(OLD.`amount`, '0'), -24, 12) AS INTEGER),
    -CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(OLD.`amount`, '0'), -36, 12) AS INTEGER),
    -CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(OLD.`amount`, '0'), -48, 12) AS INTEGER),
    -CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(OLD.`amount`, '0'), -60, 12) AS INTEGER),
    -CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(OLD.`amount`, '0'), -72, 12) AS INTEGER),
    -CAST(substr('000000000000000000000000000000000000000000000000000000000000000000000000000000000000' || coalesce(OLD.`amount`, '0'), -84, 12) AS INTEGER)
  WHERE OLD.`status` <> 'orphaned'
  ON CONFLICT (`chain_id`, `contract`, `token`, `kind`) DO UPDATE SET `events` = `events` + excluded.`events`, `usd` = `usd` + excluded.`usd`, `a0` = `a0` + excluded.`a0`, `a1` = `a1` + excluded.`a1`, `a2` = `a2` + excluded.`a2`, `a3` = `a3` + excluded.`a3`, `a4` = `a4` + excluded.`a4`, `a5` = `a5` + excluded.`a5`, `a6` = `a6` + excluded.`a6`;
END;
--> statement-breakpoint
INSERT INTO `activated_policies` (`policy_id`, `day`)
  SELECT `id`, substr(`created_at`, 1, 10) FROM `policies` WHERE `status` IN ('active', 'cancelled');
--> statement-breakpoint
INSERT INTO `site_days` (`day`, `active`) SELECT `day`, count(*) FROM `activated_policies` GROUP BY `day`;
--> statement-breakpoint
CREATE TRIGGER `policies_activated` AFTER INSERT ON `policy_events` WHEN NEW.`to_status` = 'active' BEGIN
  INSERT OR IGNORE INTO `activated_policies` (`policy_id`, `day`) VALUES (NEW.`policy_id`, substr(NEW.`at`, 1, 10));
END;
--> statement-breakpoint
CREATE TRIGGER `activations_counted` AFTER INSERT ON `activated_policies` BEGIN
  INSERT INTO `site_days` (`day`, `active`) VALUES (NEW.`day`, 1) ON CONFLICT DO UPDATE SET `active` = `active` + 1;
END;
--> statement-breakpoint
-- A row in here adds to the counts of its day and of the last 30 days, and to the sums of all names.
CREATE VIEW `add_site_count` AS SELECT `day`, `kind`, `name`, `count` FROM `site_counts` WHERE `day` <> '' AND `name` <> '';
--> statement-breakpoint
CREATE TRIGGER `site_count_added` INSTEAD OF INSERT ON `add_site_count` BEGIN
  INSERT INTO `site_counts` (`day`, `kind`, `name`, `count`)
    SELECT NEW.`day`, NEW.`kind`, NEW.`name`, NEW.`count`
    UNION ALL SELECT NEW.`day`, NEW.`kind`, '', NEW.`count` WHERE NEW.`kind` <> 'live'
    UNION ALL SELECT '', NEW.`kind`, NEW.`name`, NEW.`count` WHERE NEW.`kind` <> 'live'
    UNION ALL SELECT '', NEW.`kind`, '', NEW.`count` WHERE NEW.`kind` <> 'live'
  ON CONFLICT DO UPDATE SET `count` = `count` + excluded.`count`;
END;
--> statement-breakpoint
CREATE TRIGGER `page_viewed` INSTEAD OF INSERT ON `add_site_count` WHEN NEW.`kind` = 'path' BEGIN
  INSERT INTO `site_days` (`day`, `views`) VALUES (NEW.`day`, NEW.`count`) ON CONFLICT DO UPDATE SET `views` = `views` + excluded.`views`;
  INSERT INTO `add_figure` (`figure`, `day`, `product`, `count`, `value`, `gwei`) VALUES ('views', NEW.`day`, '', NEW.`count`, 0, 0);
END;
--> statement-breakpoint
CREATE TRIGGER `visitors_counted` AFTER INSERT ON `visits` BEGIN
  INSERT INTO `site_days` (`day`, `visitors`, `sessions`, `seconds`, `engaged`, `price_seen`, `wallet_connected`, `form_complete`, `quote`, `wallet_opened`)
    VALUES (NEW.`day`, 1, 1, NEW.`last_at` - NEW.`started_at`, NEW.`engaged`, NEW.`depth` >= 1, NEW.`depth` >= 2, NEW.`depth` >= 3, NEW.`depth` >= 4, NEW.`depth` >= 5)
  ON CONFLICT DO UPDATE SET `visitors` = `visitors` + 1, `sessions` = `sessions` + 1, `seconds` = `seconds` + excluded.`seconds`,
    `engaged` = `engaged` + excluded.`engaged`, `price_seen` = `price_seen` + excluded.`price_seen`,
    `wallet_connected` = `wallet_connected` + excluded.`wallet_connected`, `form_complete` = `form_complete` + excluded.`form_complete`,
    `quote` = `quote` + excluded.`quote`, `wallet_opened` = `wallet_opened` + excluded.`wallet_opened`;
  INSERT INTO `add_figure` (`figure`, `day`, `product`, `count`, `value`, `gwei`) VALUES ('visitors', NEW.`day`, '', 1, 0, 0);
  INSERT INTO `add_site_count` (`day`, `kind`, `name`, `count`)
    SELECT NEW.`day`, 'device', NEW.`device`, 1
    UNION ALL SELECT NEW.`day`, 'viewport', NEW.`device` || '/' || NEW.`viewport`, 1
    UNION ALL SELECT NEW.`day`, 'country', NEW.`country`, 1
    UNION ALL SELECT NEW.`day`, 'live', strftime('%H:%M', NEW.`last_at`, 'unixepoch'), 1
    UNION ALL SELECT NEW.`day`, 'left_' || NEW.`depth`, NEW.`path`, 1 WHERE NEW.`depth` > 0 AND NOT NEW.`steps` & 32;
END;
--> statement-breakpoint
CREATE TRIGGER `visits_counted` AFTER UPDATE ON `visits` BEGIN
  INSERT INTO `site_days` (`day`, `sessions`, `seconds`, `engaged`, `price_seen`, `wallet_connected`, `form_complete`, `quote`, `wallet_opened`)
    VALUES (NEW.`day`, NEW.`sessions` - OLD.`sessions`,
      NEW.`last_at` - NEW.`started_at` - iif(NEW.`sessions` = OLD.`sessions`, OLD.`last_at` - OLD.`started_at`, 0),
      NEW.`engaged` - iif(NEW.`sessions` = OLD.`sessions`, OLD.`engaged`, 0),
      (NEW.`depth` >= 1) - (OLD.`depth` >= 1), (NEW.`depth` >= 2) - (OLD.`depth` >= 2), (NEW.`depth` >= 3) - (OLD.`depth` >= 3),
      (NEW.`depth` >= 4) - (OLD.`depth` >= 4), (NEW.`depth` >= 5) - (OLD.`depth` >= 5))
  ON CONFLICT DO UPDATE SET `sessions` = `sessions` + excluded.`sessions`, `seconds` = `seconds` + excluded.`seconds`,
    `engaged` = `engaged` + excluded.`engaged`, `price_seen` = `price_seen` + excluded.`price_seen`,
    `wallet_connected` = `wallet_connected` + excluded.`wallet_connected`, `form_complete` = `form_complete` + excluded.`form_complete`,
    `quote` = `quote` + excluded.`quote`, `wallet_opened` = `wallet_opened` + excluded.`wallet_opened`;
  INSERT INTO `add_site_count` (`day`, `kind`, `name`, `count`)
    SELECT NEW.`day`, 'live', strftime('%H:%M', OLD.`last_at`, 'unixepoch'), -1 WHERE NEW.`last_at` <> OLD.`last_at`
    UNION ALL SELECT NEW.`day`, 'live', strftime('%H:%M', NEW.`last_at`, 'unixepoch'), 1 WHERE NEW.`last_at` <> OLD.`last_at`
    UNION ALL SELECT OLD.`day`, 'left_' || OLD.`depth`, OLD.`path`, -1 WHERE OLD.`depth` > 0 AND NOT OLD.`steps` & 32
    UNION ALL SELECT NEW.`day`, 'left_' || NEW.`depth`, NEW.`path`, 1 WHERE NEW.`depth` > 0 AND NOT NEW.`steps` & 32;
END;
--> statement-breakpoint
-- Where each visit came from. Beyond 200 hosts a day the others share one name, so that nobody can fill the table.
CREATE TRIGGER `referrers_counted` AFTER INSERT ON `visits` BEGIN
  INSERT INTO `add_site_count` (`day`, `kind`, `name`, `count`) SELECT NEW.`day`, 'referrer', CASE WHEN NEW.`referrer` = '' THEN '-'
    WHEN EXISTS (SELECT 1 FROM `site_counts` WHERE `day` = NEW.`day` AND `kind` = 'referrer' AND `name` = NEW.`referrer`)
      OR (SELECT count(*) FROM `site_counts` WHERE `day` = NEW.`day` AND `kind` = 'referrer' AND `name` LIKE '%.%') < 200 THEN NEW.`referrer`
    ELSE 'other' END, 1;
END;
--> statement-breakpoint
CREATE TRIGGER `referrers_counted_again` AFTER UPDATE OF `sessions` ON `visits` WHEN NEW.`sessions` > OLD.`sessions` BEGIN
  INSERT INTO `add_site_count` (`day`, `kind`, `name`, `count`) SELECT NEW.`day`, 'referrer', CASE WHEN NEW.`referrer` = '' THEN '-'
    WHEN EXISTS (SELECT 1 FROM `site_counts` WHERE `day` = NEW.`day` AND `kind` = 'referrer' AND `name` = NEW.`referrer`)
      OR (SELECT count(*) FROM `site_counts` WHERE `day` = NEW.`day` AND `kind` = 'referrer' AND `name` LIKE '%.%') < 200 THEN NEW.`referrer`
    ELSE 'other' END, 1;
END;
