-- States of the desk that had no column: a rejected policy whose refund is owed, and a payment outside the chain that
-- waits for a second administrator. Triggers keep the work queue true to them.
DROP TRIGGER `claims_counted`;
--> statement-breakpoint
DROP TRIGGER `claims_queued`;
--> statement-breakpoint
DROP TRIGGER `policies_counted`;
--> statement-breakpoint
DROP TRIGGER `policies_queued`;
--> statement-breakpoint
DROP TRIGGER `cancellations_asked`;
--> statement-breakpoint
DROP TRIGGER `cancellations_renewed`;
--> statement-breakpoint
DROP TRIGGER `cancellations_closed`;
--> statement-breakpoint
DROP TRIGGER `policies_refund_owed`;
--> statement-breakpoint
DROP INDEX `claims_queue`;
--> statement-breakpoint
DROP INDEX `claims_desk_queue`;
--> statement-breakpoint
DROP INDEX `claims_desk_queue_due`;
--> statement-breakpoint
DROP INDEX `claims_desk_queue_amount`;
--> statement-breakpoint
ALTER TABLE `claims` DROP COLUMN `queue`;
--> statement-breakpoint
ALTER TABLE `claims` ADD `other_by` integer;
--> statement-breakpoint
ALTER TABLE `claims` ADD `queue` text GENERATED ALWAYS AS (CASE WHEN "status" IN ('pending', 'under_review') AND "requested_documents" IS NULL THEN 'claims_due'
        WHEN "status" = 'approved' AND ("needs_confirmation" = 1 OR "other_by" IS NOT NULL) THEN 'payouts_to_confirm'
        WHEN "status" = 'approved' THEN 'payouts_to_send' END) VIRTUAL;
--> statement-breakpoint
ALTER TABLE `claims` ADD `first_by` integer GENERATED ALWAYS AS (CASE WHEN "status" = 'approved' AND "other_by" IS NOT NULL THEN "other_by"
        WHEN "status" = 'approved' AND "needs_confirmation" = 1 THEN "decided_by" END) VIRTUAL;
--> statement-breakpoint
CREATE INDEX `claims_queue` ON `claims` (`queue`,`due_at`,`id`);
--> statement-breakpoint
CREATE INDEX `claims_desk_queue` ON `claims` (`queue`,`id`);
--> statement-breakpoint
CREATE INDEX `claims_desk_queue_due` ON `claims` (`queue`,`due_sort`,`id`);
--> statement-breakpoint
CREATE INDEX `claims_desk_queue_amount` ON `claims` (`queue`,`amount_cents`,`id`);
--> statement-breakpoint
CREATE INDEX `claims_first_by` ON `claims` (`first_by`);
--> statement-breakpoint
ALTER TABLE `policies` ADD `declined_at` text;
--> statement-breakpoint
ALTER TABLE `policies` ADD `decline_reason` text;
--> statement-breakpoint
CREATE TRIGGER `claims_counted` AFTER INSERT ON `claims` BEGIN
  INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) VALUES
    ('claims', '', '', 1),
    ('claims', NEW.`status`, '', 1),
    ('claims', '', NEW.`product`, 1),
    ('claims', NEW.`status`, NEW.`product`, 1)
  ON CONFLICT (`list`, `status`, `kind`) DO UPDATE SET `count` = `count` + excluded.`count`;
  INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) SELECT 'queue', NEW.`queue`, '', 1 WHERE NEW.`queue` IS NOT NULL
  ON CONFLICT (`list`, `status`, `kind`) DO UPDATE SET `count` = `count` + excluded.`count`;
END;
--> statement-breakpoint
CREATE TRIGGER `claims_queued` AFTER UPDATE OF `status`, `requested_documents`, `needs_confirmation`, `other_by` ON `claims` WHEN NEW.`queue` IS NOT OLD.`queue` BEGIN
  INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`)
    SELECT 'queue', OLD.`queue`, '', -1 WHERE OLD.`queue` IS NOT NULL
    UNION ALL SELECT 'queue', NEW.`queue`, '', 1 WHERE NEW.`queue` IS NOT NULL
  ON CONFLICT (`list`, `status`, `kind`) DO UPDATE SET `count` = `count` + excluded.`count`;
END;
--> statement-breakpoint
CREATE TRIGGER `other_payments_proposed` AFTER INSERT ON `other_payments` WHEN NEW.`status` = 'proposed' BEGIN
  UPDATE `claims` SET `other_by` = iif(NEW.`status` = 'proposed', NEW.`proposed_by`, NULL) WHERE `id` = NEW.`claim_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `other_payments_settled` AFTER UPDATE OF `status` ON `other_payments` BEGIN
  UPDATE `claims` SET `other_by` = iif(NEW.`status` = 'proposed', NEW.`proposed_by`, NULL) WHERE `id` = NEW.`claim_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `other_payments_withdrawn` AFTER DELETE ON `other_payments` BEGIN
  UPDATE `claims` SET `other_by` = NULL WHERE `id` = OLD.`claim_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `policies_counted` AFTER INSERT ON `policies` BEGIN
  INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) VALUES
    ('policies', '', '', 1),
    ('policies', NEW.`status`, '', 1),
    ('policies', '', NEW.`product`, 1),
    ('policies', NEW.`status`, NEW.`product`, 1),
    ('queue', 'policies_to_review', '', (NEW.`needs_review` = 1 AND NEW.`status` = 'pending' AND NEW.`declined_at` IS NULL))
  ON CONFLICT (`list`, `status`, `kind`) DO UPDATE SET `count` = `count` + excluded.`count`;
END;
--> statement-breakpoint
CREATE TRIGGER `policies_queued` AFTER UPDATE OF `status`, `needs_review`, `declined_at` ON `policies` WHEN (NEW.`needs_review` = 1 AND NEW.`status` = 'pending' AND NEW.`declined_at` IS NULL) <> (OLD.`needs_review` = 1 AND OLD.`status` = 'pending' AND OLD.`declined_at` IS NULL) BEGIN
  INSERT INTO `desk_counts` (`list`, `status`, `kind`, `count`) VALUES
    ('queue', 'policies_to_review', '', (NEW.`needs_review` = 1 AND NEW.`status` = 'pending' AND NEW.`declined_at` IS NULL) - (OLD.`needs_review` = 1 AND OLD.`status` = 'pending' AND OLD.`declined_at` IS NULL))
  ON CONFLICT (`list`, `status`, `kind`) DO UPDATE SET `count` = `count` + excluded.`count`;
END;
--> statement-breakpoint
-- A refund is owed while a policy that has not ended was rejected, or has a request to cancel it.
CREATE TRIGGER `cancellations_asked` AFTER INSERT ON `cancellations` BEGIN
  UPDATE `policies` SET `refund_until` = NEW.`valid_until` WHERE `id` = NEW.`policy_id` AND `status` IN ('pending', 'active') AND NOT (`status` = 'pending' AND `declined_at` IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER `cancellations_renewed` AFTER UPDATE OF `valid_until` ON `cancellations` BEGIN
  UPDATE `policies` SET `refund_until` = NEW.`valid_until` WHERE `id` = NEW.`policy_id` AND `status` IN ('pending', 'active') AND NOT (`status` = 'pending' AND `declined_at` IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER `cancellations_closed` AFTER DELETE ON `cancellations` BEGIN
  UPDATE `policies` SET `refund_until` = NULL WHERE `id` = OLD.`policy_id` AND NOT (`status` = 'pending' AND `declined_at` IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER `policies_refund_owed` AFTER UPDATE OF `status`, `declined_at` ON `policies` WHEN OLD.`status` <> NEW.`status` OR OLD.`declined_at` IS NOT NEW.`declined_at` BEGIN
  UPDATE `policies` SET `refund_until` = CASE
    WHEN NEW.`status` = 'pending' AND NEW.`declined_at` IS NOT NULL THEN '9999-12-31T23:59:59.999Z'
    WHEN NEW.`status` IN ('pending', 'active') THEN (SELECT `valid_until` FROM `cancellations` WHERE `policy_id` = NEW.`id`) END
  WHERE `id` = NEW.`id`;
END;
--> statement-breakpoint
-- Decisions from before, of which only the audit log knows. The triggers above count them.
UPDATE `claims` SET `other_by` = (SELECT `proposed_by` FROM `other_payments` WHERE `claim_id` = `claims`.`id`)
WHERE `id` IN (SELECT `claim_id` FROM `other_payments` WHERE `status` = 'proposed');
--> statement-breakpoint
UPDATE `policies` SET (`declined_at`, `decline_reason`) = (
  SELECT `at`, json_extract(`after`, '$.notes') FROM `audit_log`
  WHERE `subject` = 'policy:' || `policies`.`id` AND `action` = 'policy.rejected' ORDER BY `id` DESC LIMIT 1)
WHERE `needs_review` = 1 AND `status` = 'pending'
  AND EXISTS (SELECT 1 FROM `audit_log` WHERE `subject` = 'policy:' || `policies`.`id` AND `action` = 'policy.rejected');
