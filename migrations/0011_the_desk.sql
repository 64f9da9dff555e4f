-- The desk: lists whose cost stays flat. Names stand in the rows, totals in counters and search terms in an index,
-- all kept by the triggers at the end.
CREATE TABLE `admin_invitations` (
	`hash` text PRIMARY KEY NOT NULL,
	`admin_id` integer NOT NULL,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `admin_invitations_admin` ON `admin_invitations` (`admin_id`);--> statement-breakpoint
CREATE TABLE `audit_seals` (
	`number` integer PRIMARY KEY NOT NULL,
	`audit_id` integer NOT NULL,
	`seal` text NOT NULL,
	`sealed_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_seals_line` ON `audit_seals` (`audit_id`);--> statement-breakpoint
CREATE TABLE `desk_counts` (
	`list` text NOT NULL,
	`status` text NOT NULL,
	`kind` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`list`, `status`, `kind`)
);
--> statement-breakpoint
CREATE TABLE `desk_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`admin_id` integer NOT NULL,
	`author` text NOT NULL,
	`text` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `desk_notes_subject` ON `desk_notes` (`subject`,`id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`admin_id` integer NOT NULL,
	`hash` text NOT NULL,
	`used_at` text,
	PRIMARY KEY(`admin_id`, `hash`)
);
--> statement-breakpoint
CREATE TABLE `saved_answers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_answers_title` ON `saved_answers` (`title`);--> statement-breakpoint
CREATE TABLE `saved_views` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`admin_id` integer NOT NULL,
	`list` text NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_name` ON `saved_views` (`admin_id`,`list`,`name`);--> statement-breakpoint
CREATE TABLE `other_payments` (
	`claim_id` integer PRIMARY KEY NOT NULL,
	`policy_id` integer NOT NULL,
	`usd` integer NOT NULL,
	`method` text NOT NULL,
	`reference` text NOT NULL,
	`status` text NOT NULL,
	`proposed_by` integer NOT NULL,
	`proposed_name` text NOT NULL,
	`proposed_at` text NOT NULL,
	`confirmed_by` integer,
	`confirmed_name` text,
	`confirmed_at` text
);
--> statement-breakpoint
CREATE INDEX `other_payments_policy` ON `other_payments` (`policy_id`,`status`);--> statement-breakpoint
CREATE INDEX `other_payments_paid` ON `other_payments` (`status`,`confirmed_at`,`claim_id`);--> statement-breakpoint
CREATE TABLE `__new_accounts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`wallet` text NOT NULL,
	`kind` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`created_at` text NOT NULL,
	`last_sign_in_at` text NOT NULL,
	`status_note` text,
	`version` integer DEFAULT 1 NOT NULL,
	`name` text,
	`email` text,
	`policies` integer DEFAULT 0 NOT NULL,
	`premium_usd` integer DEFAULT 0 NOT NULL,
	`claims` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_accounts` (`wallet`, `kind`, `status`, `created_at`, `last_sign_in_at`)
SELECT `wallet`, `kind`, `status`, `created_at`, `last_sign_in_at` FROM `accounts` ORDER BY `created_at`, `wallet`;--> statement-breakpoint
DROP TABLE `accounts`;--> statement-breakpoint
ALTER TABLE `__new_accounts` RENAME TO `accounts`;--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_wallet` ON `accounts` (`wallet`);--> statement-breakpoint
CREATE INDEX `accounts_desk_status` ON `accounts` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `accounts_desk_premium` ON `accounts` (`premium_usd`,`id`);--> statement-breakpoint
CREATE INDEX `accounts_desk_both` ON `accounts` (`status`,`premium_usd`,`id`);--> statement-breakpoint
ALTER TABLE `admin_sessions` ADD `device` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `admins` ADD `role` text DEFAULT 'administrator' NOT NULL;--> statement-breakpoint
ALTER TABLE `admins` ADD `sealed_totp` text;--> statement-breakpoint
ALTER TABLE `admins` ADD `totp_confirmed_at` text;--> statement-breakpoint
ALTER TABLE `admins` ADD `totp_step` integer;--> statement-breakpoint
ALTER TABLE `admins` ADD `created_by` integer;--> statement-breakpoint
ALTER TABLE `admins` ADD `last_sign_in_at` text;--> statement-breakpoint
ALTER TABLE `claims` ADD `rejection_reason` text;--> statement-breakpoint
ALTER TABLE `claims` ADD `decided_at` text;--> statement-breakpoint
ALTER TABLE `claims` ADD `customer_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `claims` ADD `assigned_to` integer;--> statement-breakpoint
ALTER TABLE `claims` ADD `assigned_name` text;--> statement-breakpoint
ALTER TABLE `claims` ADD `due_sort` text GENERATED ALWAYS AS (coalesce("due_at", '9')) VIRTUAL;--> statement-breakpoint
ALTER TABLE `claims` ADD `queue` text GENERATED ALWAYS AS (CASE WHEN "status" IN ('pending', 'under_review') AND "requested_documents" IS NULL THEN 'claims_due'
        WHEN "status" = 'approved' AND "needs_confirmation" = 1 THEN 'payouts_to_confirm'
        WHEN "status" = 'approved' THEN 'payouts_to_send' END) VIRTUAL;--> statement-breakpoint
CREATE INDEX `claims_desk_status` ON `claims` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `claims_desk_product` ON `claims` (`product`,`id`);--> statement-breakpoint
CREATE INDEX `claims_desk_both` ON `claims` (`status`,`product`,`id`);--> statement-breakpoint
CREATE INDEX `claims_desk_due` ON `claims` (`due_sort`,`id`);--> statement-breakpoint
CREATE INDEX `claims_desk_status_due` ON `claims` (`status`,`due_sort`,`id`);--> statement-breakpoint
CREATE INDEX `claims_desk_product_due` ON `claims` (`product`,`due_sort`,`id`);--> statement-breakpoint
CREATE INDEX `claims_desk_both_due` ON `claims` (`status`,`product`,`due_sort`,`id`);--> statement-breakpoint
CREATE INDEX `claims_desk_amount` ON `claims` (`amount_cents`,`id`);--> statement-breakpoint
CREATE INDEX `claims_desk_status_amount` ON `claims` (`status`,`amount_cents`,`id`);--> statement-breakpoint
CREATE INDEX `claims_desk_product_amount` ON `claims` (`product`,`amount_cents`,`id`);--> statement-breakpoint
CREATE INDEX `claims_desk_both_amount` ON `claims` (`status`,`product`,`amount_cents`,`id`);--> statement-breakpoint
CREATE INDEX `claims_desk_mine` ON `claims` (`assigned_to`,`id`);--> statement-breakpoint
CREATE INDEX `claims_desk_mine_status` ON `claims` (`assigned_to`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `claims_desk_mine_due` ON `claims` (`assigned_to`,`due_sort`,`id`);--> statement-breakpoint
CREATE INDEX `claims_desk_mine_status_due` ON `claims` (`assigned_to`,`status`,`due_sort`,`id`);--> statement-breakpoint
CREATE INDEX `claims_desk_mine_amount` ON `claims` (`assigned_to`,`amount_cents`,`id`);--> statement-breakpoint
CREATE INDEX `claims_desk_mine_status_amount` ON `claims` (`assigned_to`,`status`,`amount_cents`,`id`);--> statement-breakpoint
CREATE INDEX `claims_queue` ON `claims` (`queue`,`due_at`,`id`);--> statement-breakpoint
CREATE INDEX `claims_decided` ON `claims` (`decided_at`);--> statement-breakpoint
ALTER TABLE `threads` ADD `customer_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `threads` ADD `assigned_name` text;--> statement-breakpoint
ALTER TABLE `threads` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `threads` ADD `waiting_since` text;--> statement-breakpoint
CREATE INDEX `threads_desk` ON `threads` (`last_message_at`,`id`);--> statement-breakpoint
CREATE INDEX `threads_desk_priority` ON `threads` (`priority`,`last_message_at`,`id`);--> statement-breakpoint
CREATE INDEX `threads_desk_both` ON `threads` (`status`,`priority`,`last_message_at`,`id`);--> statement-breakpoint
CREATE INDEX `threads_desk_mine` ON `threads` (`assigned_to`,`last_message_at`,`id`);--> statement-breakpoint
CREATE INDEX `threads_desk_mine_status` ON `threads` (`assigned_to`,`status`,`last_message_at`,`id`);--> statement-breakpoint
CREATE INDEX `threads_waiting` ON `threads` (`waiting_since`,`id`) WHERE "threads"."waiting_since" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `policies` ADD `customer_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `policies` ADD `customer_email` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `policies` ADD `item_description` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `policies` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `policies_desk_status` ON `policies` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `policies_desk_product` ON `policies` (`product`,`id`);--> statement-breakpoint
CREATE INDEX `policies_desk_both` ON `policies` (`status`,`product`,`id`);--> statement-breakpoint
CREATE INDEX `policies_desk_premium` ON `policies` (`premium_usd`,`id`);--> statement-breakpoint
CREATE INDEX `policies_desk_status_premium` ON `policies` (`status`,`premium_usd`,`id`);--> statement-breakpoint
CREATE INDEX `policies_desk_product_premium` ON `policies` (`product`,`premium_usd`,`id`);--> statement-breakpoint
CREATE INDEX `policies_desk_both_premium` ON `policies` (`status`,`product`,`premium_usd`,`id`);--> statement-breakpoint
CREATE INDEX `policies_desk_end` ON `policies` (`end_date`,`id`);--> statement-breakpoint
CREATE INDEX `policies_desk_status_end` ON `policies` (`status`,`end_date`,`id`);--> statement-breakpoint
CREATE INDEX `policies_desk_product_end` ON `policies` (`product`,`end_date`,`id`);--> statement-breakpoint
CREATE INDEX `policies_desk_both_end` ON `policies` (`status`,`product`,`end_date`,`id`);--> statement-breakpoint
CREATE INDEX `policies_to_review` ON `policies` (`needs_review`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `claim_documents_seen` ON `claim_documents` (`sha256`);--> statement-breakpoint
CREATE INDEX `payment_exceptions_desk` ON `payment_exceptions` (`status`,`id`);
--> statement-breakpoint

-- What the lists of the rows from before show.
UPDATE `policies` SET
  `customer_name` = coalesce((SELECT coalesce(json_extract(`details`, '$.property_owner_name'), json_extract(`details`, '$.car_owner_name'), json_extract(`details`, '$.traveler_name'), '') FROM `quotes` WHERE `quotes`.`id` = `policies`.`quote_id`), ''),
  `customer_email` = coalesce((SELECT `email` FROM `quotes` WHERE `quotes`.`id` = `policies`.`quote_id`), ''),
  `item_description` = coalesce((SELECT group_concat(`value`, ', ') FROM `quotes`, json_each(`quotes`.`details`) WHERE `quotes`.`id` = `policies`.`quote_id` AND `key` NOT GLOB '*_name' AND `key` NOT GLOB '*_email'), '');
--> statement-breakpoint
UPDATE `claims` SET `customer_name` = coalesce((SELECT `customer_name` FROM `policies` WHERE `policies`.`id` = `claims`.`policy_id`), '');
--> statement-breakpoint
UPDATE `accounts` SET
  `name` = coalesce((SELECT `name` FROM `profiles` WHERE `profiles`.`wallet` = `accounts`.`wallet`), (SELECT nullif(`customer_name`, '') FROM `policies` WHERE `policies`.`wallet` = `accounts`.`wallet` ORDER BY `id` DESC LIMIT 1)),
  `email` = coalesce((SELECT `email` FROM `profiles` WHERE `profiles`.`wallet` = `accounts`.`wallet`), (SELECT nullif(`customer_email`, '') FROM `policies` WHERE `policies`.`wallet` = `accounts`.`wallet` ORDER BY `id` DESC LIMIT 1)),
  `policies` = (SELECT count(*) FROM `policies` WHERE `policies`.`wallet` = `accounts`.`wallet`),
  `premium_usd` = (SELECT coalesce(sum(`premium_usd`), 0) FROM `policies` WHERE `policies`.`wallet` = `accounts`.`wallet`),
  `claims` = (SELECT count(*) FROM `claims` WHERE `claims`.`wallet` = `accounts`.`wallet`);
--> statement-breakpoint
UPDATE `threads` SET
  `customer_name` = coalesce(`contact_name`, (SELECT `name` FROM `accounts` WHERE `accounts`.`wallet` = `threads`.`wallet`), ''),
  `waiting_since` = CASE WHEN `last_sender` = 'user' AND `status` IN ('open', 'in_progress') THEN `last_message_at` END;
--> statement-breakpoint
UPDATE `claims` SET `decided_at` = (SELECT max(`at`) FROM `claim_events` WHERE `claim_events`.`claim_id` = `claims`.`id` AND `kind` IN ('approved', 'rejected')) WHERE `decided_by` IS NOT NULL;
--> statement-breakpoint
-- The counters, and the triggers that keep them.
INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) SELECT 'policies', '', '', count(*) FROM `policies`;
--> statement-breakpoint
INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) SELECT 'policies', `status`, '', count(*) FROM `policies` GROUP BY `status`;
--> statement-breakpoint
INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) SELECT 'policies', '', `product`, count(*) FROM `policies` GROUP BY `product`;
--> statement-breakpoint
INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) SELECT 'policies', `status`, `product`, count(*) FROM `policies` GROUP BY `status`, `product`;
--> statement-breakpoint
INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) SELECT 'claims', '', '', count(*) FROM `claims`;
--> statement-breakpoint
INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) SELECT 'claims', `status`, '', count(*) FROM `claims` GROUP BY `status`;
--> statement-breakpoint
INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) SELECT 'claims', '', `product`, count(*) FROM `claims` GROUP BY `product`;
--> statement-breakpoint
INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) SELECT 'claims', `status`, `product`, count(*) FROM `claims` GROUP BY `status`, `product`;
--> statement-breakpoint
INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) SELECT 'messages', '', '', count(*) FROM `threads`;
--> statement-breakpoint
INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) SELECT 'messages', `status`, '', count(*) FROM `threads` GROUP BY `status`;
--> statement-breakpoint
INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) SELECT 'messages', '', `priority`, count(*) FROM `threads` GROUP BY `priority`;
--> statement-breakpoint
INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) SELECT 'messages', `status`, `priority`, count(*) FROM `threads` GROUP BY `status`, `priority`;
--> statement-breakpoint
INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) SELECT 'users', '', '', count(*) FROM `accounts`;
--> statement-breakpoint
INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) SELECT 'users', `status`, '', count(*) FROM `accounts` GROUP BY `status`;
--> statement-breakpoint
INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) SELECT 'exceptions', '', '', count(*) FROM `payment_exceptions`;
--> statement-breakpoint
INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) SELECT 'exceptions', `status`, '', count(*) FROM `payment_exceptions` GROUP BY `status`;
--> statement-breakpoint
INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) SELECT 'audit', '', '', count(*) FROM `audit_log`;
--> statement-breakpoint
INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) SELECT 'queue', 'claims_due', '', count(*) FROM `claims` WHERE `claims`.`status` IN ('pending', 'under_review') AND `claims`.`requested_documents` IS NULL;
--> statement-breakpoint
INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) SELECT 'queue', 'payouts_to_confirm', '', count(*) FROM `claims` WHERE `claims`.`status` = 'approved' AND `claims`.`needs_confirmation` = 1;
--> statement-breakpoint
INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) SELECT 'queue', 'payouts_to_send', '', count(*) FROM `claims` WHERE `claims`.`status` = 'approved' AND `claims`.`needs_confirmation` = 0;
--> statement-breakpoint
INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) SELECT 'queue', 'policies_to_review', '', count(*) FROM `policies` WHERE `policies`.`needs_review` = 1 AND `policies`.`status` = 'pending';
--> statement-breakpoint
INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) SELECT 'queue', 'messages_unanswered', '', count(*) FROM `threads` WHERE `threads`.`waiting_since` IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER `policies_counted` AFTER INSERT ON `policies` BEGIN
  INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) VALUES
    ('policies', '', '', 1),
    ('policies', NEW.`status`, '', 1),
    ('policies', '', NEW.`product`, 1),
    ('policies', NEW.`status`, NEW.`product`, 1),
    ('queue', 'policies_to_review', '', (NEW.`needs_review` = 1 AND NEW.`status` = 'pending'))
  ON CONFLICT (`list`, `status`, `kind`) DO UPDATE SET `count` = `count` + excluded.`count`;
END;
--> statement-breakpoint
CREATE TRIGGER `policies_recounted` AFTER UPDATE OF `status`, `product` ON `policies` WHEN OLD.`status` <> NEW.`status` OR OLD.`product` <> NEW.`product` BEGIN
  INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) VALUES
    ('policies', OLD.`status`, '', -1),
    ('policies', NEW.`status`, '', 1),
    ('policies', '', OLD.`product`, -1),
    ('policies', '', NEW.`product`, 1),
    ('policies', OLD.`status`, OLD.`product`, -1),
    ('policies', NEW.`status`, NEW.`product`, 1)
  ON CONFLICT (`list`, `status`, `kind`) DO UPDATE SET `count` = `count` + excluded.`count`;
END;
--> statement-breakpoint
CREATE TRIGGER `claims_counted` AFTER INSERT ON `claims` BEGIN
  INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) VALUES
    ('claims', '', '', 1),
    ('claims', NEW.`status`, '', 1),
    ('claims', '', NEW.`product`, 1),
    ('claims', NEW.`status`, NEW.`product`, 1),
    ('queue', 'claims_due', '', (NEW.`status` IN ('pending', 'under_review') AND NEW.`requested_documents` IS NULL)),
    ('queue', 'payouts_to_confirm', '', (NEW.`status` = 'approved' AND NEW.`needs_confirmation` = 1)),
    ('queue', 'payouts_to_send', '', (NEW.`status` = 'approved' AND NEW.`needs_confirmation` = 0))
  ON CONFLICT (`list`, `status`, `kind`) DO UPDATE SET `count` = `count` + excluded.`count`;
END;
--> statement-breakpoint
CREATE TRIGGER `claims_recounted` AFTER UPDATE OF `status`, `product` ON `claims` WHEN OLD.`status` <> NEW.`status` OR OLD.`product` <> NEW.`product` BEGIN
  INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) VALUES
    ('claims', OLD.`status`, '', -1),
    ('claims', NEW.`status`, '', 1),
    ('claims', '', OLD.`product`, -1),
    ('claims', '', NEW.`product`, 1),
    ('claims', OLD.`status`, OLD.`product`, -1),
    ('claims', NEW.`status`, NEW.`product`, 1)
  ON CONFLICT (`list`, `status`, `kind`) DO UPDATE SET `count` = `count` + excluded.`count`;
END;
--> statement-breakpoint
CREATE TRIGGER `threads_counted` AFTER INSERT ON `threads` BEGIN
  INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) VALUES
    ('messages', '', '', 1),
    ('messages', NEW.`status`, '', 1),
    ('messages', '', NEW.`priority`, 1),
    ('messages', NEW.`status`, NEW.`priority`, 1)
  ON CONFLICT (`list`, `status`, `kind`) DO UPDATE SET `count` = `count` + excluded.`count`;
END;
--> statement-breakpoint
CREATE TRIGGER `threads_recounted` AFTER UPDATE OF `status`, `priority` ON `threads` WHEN OLD.`status` <> NEW.`status` OR OLD.`priority` <> NEW.`priority` BEGIN
  INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) VALUES
    ('messages', OLD.`status`, '', -1),
    ('messages', NEW.`status`, '', 1),
    ('messages', '', OLD.`priority`, -1),
    ('messages', '', NEW.`priority`, 1),
    ('messages', OLD.`status`, OLD.`priority`, -1),
    ('messages', NEW.`status`, NEW.`priority`, 1)
  ON CONFLICT (`list`, `status`, `kind`) DO UPDATE SET `count` = `count` + excluded.`count`;
END;
--> statement-breakpoint
CREATE TRIGGER `claims_queued` AFTER UPDATE OF `status`, `requested_documents`, `needs_confirmation` ON `claims` WHEN (NEW.`status` IN ('pending', 'under_review') AND NEW.`requested_documents` IS NULL) <> (OLD.`status` IN ('pending', 'under_review') AND OLD.`requested_documents` IS NULL) OR (NEW.`status` = 'approved' AND NEW.`needs_confirmation` = 1) <> (OLD.`status` = 'approved' AND OLD.`needs_confirmation` = 1) OR (NEW.`status` = 'approved' AND NEW.`needs_confirmation` = 0) <> (OLD.`status` = 'approved' AND OLD.`needs_confirmation` = 0) BEGIN
  INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) VALUES
    ('queue', 'claims_due', '', (NEW.`status` IN ('pending', 'under_review') AND NEW.`requested_documents` IS NULL) - (OLD.`status` IN ('pending', 'under_review') AND OLD.`requested_documents` IS NULL)),
    ('queue', 'payouts_to_confirm', '', (NEW.`status` = 'approved' AND NEW.`needs_confirmation` = 1) - (OLD.`status` = 'approved' AND OLD.`needs_confirmation` = 1)),
    ('queue', 'payouts_to_send', '', (NEW.`status` = 'approved' AND NEW.`needs_confirmation` = 0) - (OLD.`status` = 'approved' AND OLD.`needs_confirmation` = 0))
  ON CONFLICT (`list`, `status`, `kind`) DO UPDATE SET `count` = `count` + excluded.`count`;
END;
--> statement-breakpoint
CREATE TRIGGER `policies_queued` AFTER UPDATE OF `status`, `needs_review` ON `policies` WHEN (NEW.`needs_review` = 1 AND NEW.`status` = 'pending') <> (OLD.`needs_review` = 1 AND OLD.`status` = 'pending') BEGIN
  INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) VALUES
    ('queue', 'policies_to_review', '', (NEW.`needs_review` = 1 AND NEW.`status` = 'pending') - (OLD.`needs_review` = 1 AND OLD.`status` = 'pending'))
  ON CONFLICT (`list`, `status`, `kind`) DO UPDATE SET `count` = `count` + excluded.`count`;
END;
--> statement-breakpoint
CREATE TRIGGER `threads_queued` AFTER UPDATE OF `waiting_since` ON `threads` WHEN (NEW.`waiting_since` IS NOT NULL) <> (OLD.`waiting_since` IS NOT NULL) BEGIN
  INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) VALUES
    ('queue', 'messages_unanswered', '', (NEW.`waiting_since` IS NOT NULL) - (OLD.`waiting_since` IS NOT NULL))
  ON CONFLICT (`list`, `status`, `kind`) DO UPDATE SET `count` = `count` + excluded.`count`;
END;
--> statement-breakpoint
CREATE TRIGGER `accounts_counted` AFTER INSERT ON `accounts` BEGIN
  INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) VALUES
    ('users', '', '', 1),
    ('users', NEW.`status`, '', 1)
  ON CONFLICT (`list`, `status`, `kind`) DO UPDATE SET `count` = `count` + excluded.`count`;
END;
--> statement-breakpoint
CREATE TRIGGER `accounts_recounted` AFTER UPDATE OF `status` ON `accounts` WHEN OLD.`status` <> NEW.`status` BEGIN
  INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) VALUES
    ('users', OLD.`status`, '', -1),
    ('users', NEW.`status`, '', 1)
  ON CONFLICT (`list`, `status`, `kind`) DO UPDATE SET `count` = `count` + excluded.`count`;
END;
--> statement-breakpoint
CREATE TRIGGER `payment_exceptions_counted` AFTER INSERT ON `payment_exceptions` BEGIN
  INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) VALUES
    ('exceptions', '', '', 1),
    ('exceptions', NEW.`status`, '', 1)
  ON CONFLICT (`list`, `status`, `kind`) DO UPDATE SET `count` = `count` + excluded.`count`;
END;
--> statement-breakpoint
CREATE TRIGGER `payment_exceptions_recounted` AFTER UPDATE OF `status` ON `payment_exceptions` WHEN OLD.`status` <> NEW.`status` BEGIN
  INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) VALUES
    ('exceptions', OLD.`status`, '', -1),
    ('exceptions', NEW.`status`, '', 1)
  ON CONFLICT (`list`, `status`, `kind`) DO UPDATE SET `count` = `count` + excluded.`count`;
END;
--> statement-breakpoint
CREATE TRIGGER `audit_log_counted` AFTER INSERT ON `audit_log` BEGIN
  INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) VALUES
    ('audit', '', '', 1)
  ON CONFLICT (`list`, `status`, `kind`) DO UPDATE SET `count` = `count` + excluded.`count`;
END;
--> statement-breakpoint
-- Names and sums in the rows of the lists.
-- Search terms: trigrams, so that any three characters in a row are found, newest first by row id.
CREATE VIRTUAL TABLE `user_search` USING fts5(text, tokenize='trigram', content='', contentless_delete=1);
--> statement-breakpoint
INSERT INTO `user_search` (`rowid`, `text`) SELECT `id`, `wallet` || ' ' || coalesce(`name`, '') || ' ' || coalesce(`email`, '') FROM `accounts`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `policy_search` USING fts5(text, tokenize='trigram', content='', contentless_delete=1);
--> statement-breakpoint
INSERT INTO `policy_search` (`rowid`, `text`) SELECT `id`, printf('POL-%03d ', `id`) || `wallet` || ' ' || `customer_name` || ' ' || `customer_email` || ' ' || `item_description` || ' ' || `quote_id` FROM `policies`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `claim_search` USING fts5(text, tokenize='trigram', content='', contentless_delete=1);
--> statement-breakpoint
INSERT INTO `claim_search` (`rowid`, `text`) SELECT `id`, printf('CLM-%03d POL-%03d ', `id`, `policy_id`) || `wallet` || ' ' || `customer_name` || ' ' || `description` FROM `claims`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `thread_search` USING fts5(text, tokenize='trigram', content='', contentless_delete=1);
--> statement-breakpoint
INSERT INTO `thread_search` (`rowid`, `text`) SELECT `id`, `subject` || ' ' || `customer_name` || ' ' || coalesce(`wallet`, '') || ' ' || coalesce(`contact_email`, '') FROM `threads`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `exception_search` USING fts5(text, tokenize='trigram', content='', contentless_delete=1);
--> statement-breakpoint
INSERT INTO `exception_search` (`rowid`, `text`) SELECT `id`, `wallet` || ' ' || `reason` || ' ' || `detail` FROM `payment_exceptions`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `audit_search` USING fts5(text, tokenize='trigram', content='', contentless_delete=1);
--> statement-breakpoint
INSERT INTO `audit_search` (`rowid`, `text`) SELECT `id`, `action` || ' ' || `subject` || ' ' || coalesce(`before`, '') || ' ' || coalesce(`after`, '') FROM `audit_log`;
--> statement-breakpoint
CREATE TRIGGER `accounts_filled` AFTER INSERT ON `accounts` BEGIN
  UPDATE `accounts` SET
    `name` = coalesce((SELECT `name` FROM `profiles` WHERE `wallet` = NEW.`wallet`), (SELECT nullif(`customer_name`, '') FROM `policies` WHERE `wallet` = NEW.`wallet` ORDER BY `id` DESC LIMIT 1)),
    `email` = coalesce((SELECT `email` FROM `profiles` WHERE `wallet` = NEW.`wallet`), (SELECT nullif(`customer_email`, '') FROM `policies` WHERE `wallet` = NEW.`wallet` ORDER BY `id` DESC LIMIT 1)),
    `policies` = (SELECT count(*) FROM `policies` WHERE `wallet` = NEW.`wallet`),
    `premium_usd` = (SELECT coalesce(sum(`premium_usd`), 0) FROM `policies` WHERE `wallet` = NEW.`wallet`),
    `claims` = (SELECT count(*) FROM `claims` WHERE `wallet` = NEW.`wallet`)
  WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `policies_summed` AFTER INSERT ON `policies` BEGIN
  UPDATE `accounts` SET
    `policies` = `policies` + 1,
    `premium_usd` = `premium_usd` + NEW.`premium_usd`,
    `name` = coalesce((SELECT `name` FROM `profiles` WHERE `wallet` = NEW.`wallet`), nullif(NEW.`customer_name`, ''), `name`),
    `email` = coalesce((SELECT `email` FROM `profiles` WHERE `wallet` = NEW.`wallet`), nullif(NEW.`customer_email`, ''), `email`)
  WHERE `wallet` = NEW.`wallet`;
END;
--> statement-breakpoint
CREATE TRIGGER `policies_moved` AFTER UPDATE OF `wallet` ON `policies` WHEN OLD.`wallet` <> NEW.`wallet` BEGIN
  UPDATE `accounts` SET `policies` = `policies` - 1, `premium_usd` = `premium_usd` - OLD.`premium_usd` WHERE `wallet` = OLD.`wallet`;
  UPDATE `accounts` SET `policies` = `policies` + 1, `premium_usd` = `premium_usd` + NEW.`premium_usd` WHERE `wallet` = NEW.`wallet`;
END;
--> statement-breakpoint
CREATE TRIGGER `policies_repriced` AFTER UPDATE OF `premium_usd` ON `policies` WHEN OLD.`wallet` = NEW.`wallet` AND OLD.`premium_usd` <> NEW.`premium_usd` BEGIN
  UPDATE `accounts` SET `premium_usd` = `premium_usd` + NEW.`premium_usd` - OLD.`premium_usd` WHERE `wallet` = NEW.`wallet`;
END;
--> statement-breakpoint
CREATE TRIGGER `claims_summed` AFTER INSERT ON `claims` BEGIN
  UPDATE `accounts` SET `claims` = `claims` + 1 WHERE `wallet` = NEW.`wallet`;
  UPDATE `claims` SET `customer_name` = coalesce((SELECT `customer_name` FROM `policies` WHERE `id` = NEW.`policy_id`), '') WHERE `id` = NEW.`id`;
  INSERT OR REPLACE INTO `claim_search` (`rowid`, `text`) SELECT `id`, printf('CLM-%03d POL-%03d ', `id`, `policy_id`) || `wallet` || ' ' || `customer_name` || ' ' || `description` FROM `claims` WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `profiles_named` AFTER INSERT ON `profiles` BEGIN
  UPDATE `accounts` SET
    `name` = coalesce(NEW.`name`, (SELECT nullif(`customer_name`, '') FROM `policies` WHERE `wallet` = NEW.`wallet` ORDER BY `id` DESC LIMIT 1)),
    `email` = coalesce(NEW.`email`, (SELECT nullif(`customer_email`, '') FROM `policies` WHERE `wallet` = NEW.`wallet` ORDER BY `id` DESC LIMIT 1))
  WHERE `wallet` = NEW.`wallet`;
END;
--> statement-breakpoint
CREATE TRIGGER `profiles_renamed` AFTER UPDATE OF `name`, `email` ON `profiles` BEGIN
  UPDATE `accounts` SET
    `name` = coalesce(NEW.`name`, (SELECT nullif(`customer_name`, '') FROM `policies` WHERE `wallet` = NEW.`wallet` ORDER BY `id` DESC LIMIT 1)),
    `email` = coalesce(NEW.`email`, (SELECT nullif(`customer_email`, '') FROM `policies` WHERE `wallet` = NEW.`wallet` ORDER BY `id` DESC LIMIT 1))
  WHERE `wallet` = NEW.`wallet`;
END;
--> statement-breakpoint
CREATE TRIGGER `threads_named` AFTER INSERT ON `threads` BEGIN
  UPDATE `threads` SET `customer_name` = coalesce(NEW.`contact_name`, (SELECT `name` FROM `accounts` WHERE `wallet` = NEW.`wallet`), '') WHERE `id` = NEW.`id`;
  INSERT OR REPLACE INTO `thread_search` (`rowid`, `text`) SELECT `id`, `subject` || ' ' || `customer_name` || ' ' || coalesce(`wallet`, '') || ' ' || coalesce(`contact_email`, '') FROM `threads` WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `accounts_renamed` AFTER UPDATE OF `name` ON `accounts` WHEN OLD.`name` IS NOT NEW.`name` BEGIN
  UPDATE `threads` SET `customer_name` = coalesce(NEW.`name`, '') WHERE `wallet` = NEW.`wallet`;
END;
--> statement-breakpoint
CREATE TRIGGER `threads_waiting_since` AFTER UPDATE OF `last_sender`, `last_message_at`, `status` ON `threads` BEGIN
  UPDATE `threads` SET `waiting_since` =
    CASE WHEN NEW.`last_sender` = 'user' AND NEW.`status` IN ('open', 'in_progress') THEN coalesce(OLD.`waiting_since`, NEW.`last_message_at`) END
  WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `user_search_added` AFTER INSERT ON `accounts` BEGIN
  INSERT OR REPLACE INTO `user_search` (`rowid`, `text`) SELECT `id`, `wallet` || ' ' || coalesce(`name`, '') || ' ' || coalesce(`email`, '') FROM `accounts` WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `user_search_changed` AFTER UPDATE OF `name`, `email` ON `accounts` BEGIN
  INSERT OR REPLACE INTO `user_search` (`rowid`, `text`) VALUES (NEW.`id`, NEW.`wallet` || ' ' || coalesce(NEW.`name`, '') || ' ' || coalesce(NEW.`email`, ''));
END;
--> statement-breakpoint
CREATE TRIGGER `policy_search_added` AFTER INSERT ON `policies` BEGIN
  INSERT INTO `policy_search` (`rowid`, `text`) VALUES (NEW.`id`, printf('POL-%03d ', NEW.`id`) || NEW.`wallet` || ' ' || NEW.`customer_name` || ' ' || NEW.`customer_email` || ' ' || NEW.`item_description` || ' ' || NEW.`quote_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `policy_search_changed` AFTER UPDATE OF `wallet`, `customer_name`, `customer_email`, `item_description`, `quote_id` ON `policies` BEGIN
  INSERT OR REPLACE INTO `policy_search` (`rowid`, `text`) VALUES (NEW.`id`, printf('POL-%03d ', NEW.`id`) || NEW.`wallet` || ' ' || NEW.`customer_name` || ' ' || NEW.`customer_email` || ' ' || NEW.`item_description` || ' ' || NEW.`quote_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `thread_search_changed` AFTER UPDATE OF `customer_name` ON `threads` BEGIN
  INSERT OR REPLACE INTO `thread_search` (`rowid`, `text`) VALUES (NEW.`id`, NEW.`subject` || ' ' || NEW.`customer_name` || ' ' || coalesce(NEW.`wallet`, '') || ' ' || coalesce(NEW.`contact_email`, ''));
END;
--> statement-breakpoint
CREATE TRIGGER `exception_search_added` AFTER INSERT ON `payment_exceptions` BEGIN
  INSERT INTO `exception_search` (`rowid`, `text`) VALUES (NEW.`id`, NEW.`wallet` || ' ' || NEW.`reason` || ' ' || NEW.`detail`);
END;
--> statement-breakpoint
CREATE TRIGGER `audit_search_added` AFTER INSERT ON `audit_log` BEGIN
  INSERT INTO `audit_search` (`rowid`, `text`) VALUES (NEW.`id`, NEW.`action` || ' ' || NEW.`subject` || ' ' || coalesce(NEW.`before`, '') || ' ' || coalesce(NEW.`after`, ''));
END;
