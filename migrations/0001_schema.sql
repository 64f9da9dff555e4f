CREATE TABLE `admin_sessions` (
	`jti` text PRIMARY KEY NOT NULL,
	`admin_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`revoked_at` text,
	`device` text DEFAULT '' NOT NULL,
	`last_seen_at` text
);
--> statement-breakpoint
CREATE INDEX `admin_sessions_admin` ON `admin_sessions` (`admin_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `admins` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`password_hash` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`role` text DEFAULT 'administrator' NOT NULL,
	`sealed_totp` text,
	`totp_confirmed_at` text,
	`totp_step` integer,
	`created_by` integer,
	`last_sign_in_at` text,
	`payout_limit_usd` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` text NOT NULL,
	`new_claim` integer DEFAULT false NOT NULL,
	`payment_exception` integer DEFAULT false NOT NULL,
	`message_waiting` integer DEFAULT false NOT NULL,
	`veto` integer DEFAULT false NOT NULL,
	`monthly_report` integer DEFAULT false NOT NULL,
	`notices_version` integer DEFAULT 1 NOT NULL,
	`notices_at` text,
	`profile_version` integer DEFAULT 1 NOT NULL,
	`profile_at` text,
	`profile_by` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admins_email` ON `admins` (`email`);--> statement-breakpoint
CREATE TABLE `audit_log_seals` (
	`number` integer PRIMARY KEY NOT NULL,
	`digest` text NOT NULL,
	`seal` text NOT NULL,
	`sealed_at` text NOT NULL
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
CREATE TABLE `failed_sign_ins` (
	`admin_id` integer NOT NULL,
	`hour` text NOT NULL,
	`client` text NOT NULL,
	`attempts` integer NOT NULL,
	`wrong_codes` integer NOT NULL,
	PRIMARY KEY(`hour`, `admin_id`, `client`)
);
--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`admin_id` integer NOT NULL,
	`hash` text NOT NULL,
	`used_at` text,
	PRIMARY KEY(`admin_id`, `hash`)
);
--> statement-breakpoint
CREATE TABLE `saved_replies` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_replies_title` ON `saved_replies` (`title`);--> statement-breakpoint
CREATE TABLE `saved_views` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`admin_id` integer NOT NULL,
	`list` text NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_views_name` ON `saved_views` (`admin_id`,`list`,`name`);--> statement-breakpoint
CREATE TABLE `sign_in_failures` (
	`key` text PRIMARY KEY NOT NULL,
	`scope` text NOT NULL,
	`failures` integer NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_failures_age` ON `sign_in_failures` (`at`);--> statement-breakpoint
CREATE TABLE `snoozes` (
	`subject` text NOT NULL,
	`kind` text NOT NULL,
	`until` text NOT NULL,
	`reason` text NOT NULL,
	`admin_id` integer NOT NULL,
	`by` text NOT NULL,
	PRIMARY KEY(`subject`, `kind`)
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
	`form_complete` integer DEFAULT 0 NOT NULL,
	`wallet_connected` integer DEFAULT 0 NOT NULL,
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
	`depth` integer GENERATED ALWAYS AS (CASE WHEN "steps" & 16 THEN 5 WHEN "steps" & 8 THEN 4 WHEN "steps" & 6 = 6 THEN 3 WHEN "steps" & 2 THEN 2 WHEN "steps" & 1 THEN 1 ELSE 0 END) VIRTUAL,
	`engaged` integer GENERATED ALWAYS AS ("views" >= 2 OR "last_at" - "started_at" >= 10) VIRTUAL,
	PRIMARY KEY(`day`, `visitor`)
);
--> statement-breakpoint
CREATE TABLE `claim_calls` (
	`claim_id` integer NOT NULL,
	`preferred_at` text NOT NULL,
	`sealed` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`claim_id`, `preferred_at`)
);
--> statement-breakpoint
CREATE TABLE `claim_documents` (
	`id` text PRIMARY KEY NOT NULL,
	`claim_id` integer NOT NULL,
	`wallet` text NOT NULL,
	`file_name` text NOT NULL,
	`type` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`object_key` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `claim_documents_seen` ON `claim_documents` (`sha256`);--> statement-breakpoint
CREATE UNIQUE INDEX `claim_documents_content` ON `claim_documents` (`claim_id`,`sha256`);--> statement-breakpoint
CREATE TABLE `claims` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`wallet` text NOT NULL,
	`policy_id` integer NOT NULL,
	`quote_id` text NOT NULL,
	`product` text NOT NULL,
	`status` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`deductible_usd` integer NOT NULL,
	`cover_limit_usd` integer,
	`traveler` integer DEFAULT 1 NOT NULL,
	`premium_paid_usd` integer,
	`premium_due_usd` integer,
	`paid_before_usd` integer DEFAULT 0 NOT NULL,
	`description` text NOT NULL,
	`incident_date` text NOT NULL,
	`incident_at` text NOT NULL,
	`cause` text,
	`reserve_usd` integer,
	`second_look_at` text,
	`second_look_of` integer,
	`documents_count` integer DEFAULT 0 NOT NULL,
	`requested_documents` text,
	`documents_reminded_at` text,
	`due_at` text,
	`payout_usd` integer,
	`decision_reason` text,
	`decided_by` integer,
	`needs_confirmation` integer DEFAULT false NOT NULL,
	`confirmed_by` integer,
	`paid_event_id` integer,
	`clause` text,
	`decided_at` text,
	`opened_at` text,
	`undo` text,
	`last_change` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`customer_name` text DEFAULT '' NOT NULL,
	`assigned_to` integer,
	`assigned_name` text,
	`reserve_cents` integer GENERATED ALWAYS AS (CASE WHEN "status" IN ('pending', 'under_review') THEN coalesce("reserve_usd" * 100, max((max("amount_cents" - "deductible_usd" * 100, 0) + "paid_before_usd" * 100) * coalesce("premium_paid_usd", 1) / coalesce("premium_due_usd", 1) - "paid_before_usd" * 100, 0))
        WHEN "status" IN ('approved', 'processing_payment') THEN coalesce("payout_usd", 0) * 100 ELSE 0 END) VIRTUAL,
	`other_by` integer,
	`first_by` integer GENERATED ALWAYS AS (CASE WHEN "status" IN ('approved') AND "other_by" IS NOT NULL THEN "other_by"
        WHEN "status" IN ('approved') AND "needs_confirmation" = 1 THEN "decided_by" END) VIRTUAL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `claims_key` ON `claims` (`key`);--> statement-breakpoint
CREATE INDEX `claims_first_by` ON `claims` (`first_by`) WHERE "first_by" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `claims_second_look` ON `claims` (`second_look_of`) WHERE "second_look_of" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `claims_paid_event` ON `claims` (`paid_event_id`) WHERE "paid_event_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `claims_decided` ON `claims` (`decided_at`) WHERE "decided_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `claims_wallet` ON `claims` (`wallet`,`id`);--> statement-breakpoint
CREATE INDEX `claims_policy` ON `claims` (`policy_id`,`status`);--> statement-breakpoint
CREATE INDEX `claims_product` ON `claims` (`product`,`id`);--> statement-breakpoint
CREATE INDEX `claims_newest` ON `claims` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `document_views` (
	`document_id` text NOT NULL,
	`admin_id` integer NOT NULL,
	`viewed_at` text NOT NULL,
	PRIMARY KEY(`document_id`, `admin_id`)
);
--> statement-breakpoint
CREATE TABLE `desk` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`status` text,
	`class` text,
	`assignee` integer,
	`section` text,
	`mark` text,
	`due` text,
	`amount` integer,
	`ends` text,
	`words` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `desk_status` ON `desk` (`kind`,`status`,`due`,`id`) WHERE "status" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `desk_class` ON `desk` (`kind`,`class`,`due`,`id`) WHERE "class" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `desk_both` ON `desk` (`kind`,`status`,`class`,`due`,`id`) WHERE "class" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `desk_assignee` ON `desk` (`kind`,`assignee`,`due`,`id`) WHERE "assignee" IS NOT NULL OR "due" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `desk_section` ON `desk` (`kind`,`section`,`due`,`id`) WHERE "section" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `desk_mark` ON `desk` (`kind`,`mark`,`due`,`id`) WHERE "mark" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `desk_due` ON `desk` (`kind`,`due`,`id`) WHERE "due" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `desk_amount` ON `desk` (`kind`,`amount`,`id`) WHERE "amount" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `desk_ends` ON `desk` (`kind`,`ends`,`id`) WHERE "ends" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `desk_counts` (
	`kind` text PRIMARY KEY NOT NULL,
	`counts` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `entries` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`at` text NOT NULL,
	`booked_at` text NOT NULL,
	`chain_id` text,
	`tx_hash` text,
	`identity` text,
	`generation` integer NOT NULL,
	`sign` integer NOT NULL,
	`product` text NOT NULL,
	`policy_id` integer,
	`claim_id` integer,
	`exception_id` integer,
	`cents` integer,
	`fee_cents` integer NOT NULL,
	`cash` text,
	`units` text,
	`gwei` integer,
	`term_start` text,
	`term_days` integer,
	`term_cents` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `entries_event` ON `entries` (`chain_id`,`tx_hash`,`identity`,`generation`,`sign`) WHERE "tx_hash" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `entries_at` ON `entries` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `entries_unpriced` ON `entries` (`at`) WHERE "cents" IS NULL AND "sign" = 1;--> statement-breakpoint
CREATE INDEX `entries_claim` ON `entries` (`claim_id`) WHERE "claim_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `entries_owed` ON `entries` (`policy_id`) WHERE "kind" = 'refund_owed';--> statement-breakpoint
CREATE TABLE `entry_sums` (
	`kind` text NOT NULL,
	`cash` text NOT NULL,
	`count` integer NOT NULL,
	`cents` integer NOT NULL,
	`units` text NOT NULL,
	PRIMARY KEY(`kind`, `cash`)
);
--> statement-breakpoint
CREATE TABLE `closed_months` (
	`month` text PRIMARY KEY NOT NULL,
	`closed_at` text NOT NULL,
	`closed_by` integer NOT NULL,
	`closed_name` text NOT NULL,
	`reason` text NOT NULL,
	`booked` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `eth_rates` (
	`day` text PRIMARY KEY NOT NULL,
	`usd_cents` integer NOT NULL,
	`source` text NOT NULL,
	`at` text NOT NULL
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
CREATE TABLE `figure_days` (
	`day` text PRIMARY KEY NOT NULL,
	`generation` integer NOT NULL,
	`computed` integer NOT NULL,
	`step` integer NOT NULL,
	`progress` text
);
--> statement-breakpoint
CREATE INDEX `figure_days_dirty` ON `figure_days` (`day`) WHERE generation > computed;--> statement-breakpoint
CREATE TABLE `figure_parts` (
	`day` text NOT NULL,
	`figure` text NOT NULL,
	`product` text NOT NULL,
	`period` text NOT NULL,
	`count` integer NOT NULL,
	`value` integer NOT NULL,
	`gwei` integer NOT NULL,
	PRIMARY KEY(`day`, `figure`, `product`, `period`)
);
--> statement-breakpoint
CREATE INDEX `figure_parts_period` ON `figure_parts` (`figure`,`period`);--> statement-breakpoint
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
CREATE TABLE `rollup_checks` (
	`day` text PRIMARY KEY NOT NULL,
	`checked_to` text,
	`differences` text DEFAULT '[]' NOT NULL,
	`finished_at` text,
	`step` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `transaction_fees` (
	`chain_id` text NOT NULL,
	`tx_hash` text NOT NULL,
	`amount` text NOT NULL,
	`usd_micros` integer NOT NULL,
	`gwei` integer NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`chain_id`, `tx_hash`)
);
--> statement-breakpoint
CREATE INDEX `transaction_fees_newest` ON `transaction_fees` (`at`);--> statement-breakpoint
CREATE TABLE `occurrence_data` (
	`id` integer PRIMARY KEY NOT NULL,
	`wallet` text,
	`actor` integer,
	`data` text NOT NULL,
	`request_id` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `occurrences` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`v` integer NOT NULL,
	`about` text NOT NULL,
	`policy_id` integer,
	`claim_id` integer,
	`key` text NOT NULL,
	`at` text NOT NULL,
	`actor_kind` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `occurrences_policy` ON `occurrences` (`policy_id`,`id`) WHERE "policy_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `occurrences_claim` ON `occurrences` (`claim_id`,`id`,`kind`) WHERE "claim_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `occurrences_decisions` ON `occurrences` (`at`) WHERE kind IN ('claim.approved', 'claim.rejected', 'claim.given_up');--> statement-breakpoint
CREATE UNIQUE INDEX `occurrences_key` ON `occurrences` (`about`,`key`);--> statement-breakpoint
CREATE TABLE `faq_totals` (
	`faq_id` text PRIMARY KEY NOT NULL,
	`helpful` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `faq_votes` (
	`faq_id` text NOT NULL,
	`wallet` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`faq_id`, `wallet`)
);
--> statement-breakpoint
CREATE TABLE `thread_messages` (
	`id` integer PRIMARY KEY NOT NULL,
	`thread_id` integer NOT NULL,
	`sender` text NOT NULL,
	`admin_id` integer,
	`internal` integer DEFAULT false NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`folded` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`dedupe_key` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `thread_messages_dedupe` ON `thread_messages` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `thread_messages_thread` ON `thread_messages` (`thread_id`,`id`);--> statement-breakpoint
CREATE TABLE `threads` (
	`id` integer PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`wallet` text,
	`contact_name` text,
	`contact_email` text,
	`subject` text NOT NULL,
	`folded` text DEFAULT '' NOT NULL,
	`type` text NOT NULL,
	`category` text,
	`priority` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`claim_id` integer,
	`policy_id` integer,
	`matter` text,
	`payment_event_id` integer,
	`reply_count` integer DEFAULT 0 NOT NULL,
	`last_sender` text NOT NULL,
	`last_preview` text NOT NULL,
	`last_message_at` text NOT NULL,
	`unread_by_customer` integer NOT NULL,
	`unread_by_support` integer NOT NULL,
	`read_by_customer_id` integer DEFAULT 0 NOT NULL,
	`assigned_to` integer,
	`created_at` text NOT NULL,
	`customer_name` text DEFAULT '' NOT NULL,
	`assigned_name` text,
	`version` integer DEFAULT 1 NOT NULL,
	`waiting_since` text,
	`dealt_with_id` integer DEFAULT 0 NOT NULL,
	`cause` text,
	`reference` text,
	`acknowledge_by` text,
	`answer_by` text,
	`acknowledged_at` text,
	`answered_at` text,
	`answered_by` text,
	`outcome` text,
	`merged_into` integer,
	`contact_inbox` text GENERATED ALWAYS AS (lower(CASE WHEN instr("contact_email", '+') > 1 THEN substr("contact_email", 1, instr("contact_email", '+') - 1) || substr("contact_email", instr("contact_email", '@')) ELSE "contact_email" END)) VIRTUAL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `threads_key` ON `threads` (`key`);--> statement-breakpoint
CREATE INDEX `threads_wallet` ON `threads` (`wallet`,`last_message_at`,`id`);--> statement-breakpoint
CREATE INDEX `threads_unread` ON `threads` (`wallet`) WHERE "threads"."unread_by_customer" = 1;--> statement-breakpoint
CREATE INDEX `threads_unopened` ON `threads` (`id`) WHERE "waiting_since" IS NOT NULL AND "unread_by_support" = 1;--> statement-breakpoint
CREATE INDEX `threads_claim` ON `threads` (`claim_id`) WHERE "claim_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `threads_contact` ON `threads` (`contact_inbox`) WHERE "contact_inbox" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `confirmed_emails` (
	`wallet` text NOT NULL,
	`mailbox` text NOT NULL,
	`email` text NOT NULL,
	`confirmed_at` text NOT NULL,
	PRIMARY KEY(`wallet`, `mailbox`)
);
--> statement-breakpoint
CREATE TABLE `email_verifications` (
	`hash` text PRIMARY KEY NOT NULL,
	`wallet` text NOT NULL,
	`mailbox` text NOT NULL,
	`email` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text
);
--> statement-breakpoint
CREATE INDEX `email_verifications_expiry` ON `email_verifications` (`expires_at`);--> statement-breakpoint
CREATE INDEX `email_verifications_wallet` ON `email_verifications` (`wallet`);--> statement-breakpoint
CREATE TABLE `job_cursors` (
	`name` text PRIMARY KEY NOT NULL,
	`mark` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`channel` text NOT NULL,
	`wallet` text NOT NULL,
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`mailbox` text DEFAULT '' NOT NULL,
	`subject` text DEFAULT '' NOT NULL,
	`quote_id` text,
	`event_id` text,
	`body` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` text NOT NULL,
	`response_status` integer,
	`last_error` text,
	`created_at` text NOT NULL,
	`sent_at` text,
	`dedupe_key` text NOT NULL,
	`inbox` text GENERATED ALWAYS AS (lower(CASE WHEN instr("mailbox", '+') > 1 THEN substr("mailbox", 1, instr("mailbox", '+') - 1) || substr("mailbox", instr("mailbox", '@')) ELSE "mailbox" END)) VIRTUAL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_dedupe` ON `outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_inbox` ON `outbox` (`inbox`,`kind`,`created_at`) WHERE kind IN ('address_entered', 'complaint_received', 'withdrawal_received');--> statement-breakpoint
CREATE INDEX `outbox_wallet` ON `outbox` (`wallet`,`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_about` ON `outbox` (`quote_id`,`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `outbox_target` ON `outbox` (`target`,`created_at`,`id`) WHERE channel = 'webhook';--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`state`,`next_attempt_at`) WHERE state IN ('awaiting_confirmation', 'queued');--> statement-breakpoint
CREATE INDEX `outbox_queued` ON `outbox` (`channel`,attempts > 0,`created_at`) WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX `outbox_done` ON `outbox` (`channel`,`state`,`next_attempt_at`) WHERE state IN ('sent', 'failed');--> statement-breakpoint
CREATE TABLE `offers_sent` (
	`wallet` text NOT NULL,
	`offer` text NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`wallet`, `offer`)
);
--> statement-breakpoint
CREATE TABLE `profiles` (
	`wallet` text PRIMARY KEY NOT NULL,
	`name` text,
	`email` text,
	`phone` text,
	`avatar_key` text,
	`avatar_type` text,
	`email_notifications` integer,
	`sms_notifications` integer,
	`push_notifications` integer,
	`marketing_emails` integer,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`wallet` text NOT NULL,
	`endpoint` text NOT NULL,
	`sealed` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_wallet` ON `push_subscriptions` (`wallet`);--> statement-breakpoint
CREATE TABLE `unreferenced_avatars` (
	`key` text PRIMARY KEY NOT NULL,
	`wallet` text NOT NULL,
	`delete_after` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `unreferenced_avatars_due` ON `unreferenced_avatars` (`delete_after`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`wallet` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`sealed_secret` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhooks_place` ON `webhooks` (`wallet`,`url`);--> statement-breakpoint
CREATE TABLE `chain_events` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`chain_id` text NOT NULL,
	`contract` text DEFAULT '' NOT NULL,
	`tx_hash` text NOT NULL,
	`event_index` integer NOT NULL,
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
	`usd_cents` integer,
	`cover_until` text,
	`status` text NOT NULL,
	`from_status` text,
	`created_at` text NOT NULL,
	`confirmed_at` text,
	`product_code` integer,
	`coverage_usd` integer,
	`details_hash` text,
	`cover_from` text,
	`valid_until` text,
	`effective_at` text,
	`given_up_at` text,
	`generation` integer DEFAULT 0 NOT NULL,
	`identity` text GENERATED ALWAYS AS (CASE "kind" WHEN 'purchased' THEN "quote_id" ELSE "event_index" END) VIRTUAL
);
--> statement-breakpoint
CREATE INDEX `chain_events_block` ON `chain_events` (`chain_id`,`block_number`,`event_index`);--> statement-breakpoint
CREATE INDEX `chain_events_status` ON `chain_events` (`chain_id`,`status`,`block_number`,`event_index`) WHERE "chain_events"."status" <> 'confirmed';--> statement-breakpoint
CREATE INDEX `chain_events_quote` ON `chain_events` (`quote_id`,`id`);--> statement-breakpoint
CREATE INDEX `chain_events_newest` ON `chain_events` (`block_time`,`id`);--> statement-breakpoint
CREATE INDEX `chain_events_holder` ON `chain_events` (`quote_id`,`block_number`,`event_index`) WHERE kind IN ('holder_change_proposed', 'holder_change_confirmed', 'holder_change_contested', 'holder_change_stopped', 'holder_changed');--> statement-breakpoint
CREATE INDEX `chain_events_holder_open` ON `chain_events` (`valid_until`) WHERE kind = 'holder_change_proposed';--> statement-breakpoint
CREATE INDEX `chain_events_claims` ON `chain_events` (`chain_id`,`block_time`) WHERE kind = 'claim_paid';--> statement-breakpoint
CREATE INDEX `chain_events_governance` ON `chain_events` (`chain_id`,`block_number`,`event_index`) WHERE kind IN ('governance', 'payout_announced');--> statement-breakpoint
CREATE INDEX `chain_events_fees` ON `chain_events` (`chain_id`,`confirmed_at`) WHERE kind IN ('claim_paid', 'premium_refunded', 'payout_announced');--> statement-breakpoint
CREATE UNIQUE INDEX `chain_events_event` ON `chain_events` (`chain_id`,`tx_hash`,`identity`);--> statement-breakpoint
CREATE TABLE `contract_notices` (
	`chain_id` text NOT NULL,
	`tx_hash` text NOT NULL,
	`event_index` integer NOT NULL,
	`log` text,
	`notice` text,
	`notice_at` text,
	PRIMARY KEY(`chain_id`, `tx_hash`, `event_index`)
);
--> statement-breakpoint
CREATE INDEX `contract_notices_due` ON `contract_notices` (`notice_at`) WHERE notice_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `endings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`policy_id` integer NOT NULL,
	`kind` text NOT NULL,
	`asked_at` text NOT NULL,
	`thread_id` integer,
	`email` text,
	`link_followed_at` text,
	`reason` text,
	`decided_by` integer,
	`amount` text,
	`unused_days` integer,
	`successor_quote` text,
	`consent_asked_at` text,
	`consent_by` text,
	`consent_signature` text,
	`consent_until` text,
	`due_from` text,
	`closed_at` text,
	`closed_as` text,
	`closed_event_id` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `endings_thread` ON `endings` (`thread_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `endings_successor` ON `endings` (`successor_quote`);--> statement-breakpoint
CREATE UNIQUE INDEX `endings_owed` ON `endings` (`policy_id`) WHERE "due_from" IS NOT NULL AND "closed_at" IS NULL;--> statement-breakpoint
CREATE INDEX `endings_policy` ON `endings` (`policy_id`,`id`);--> statement-breakpoint
CREATE INDEX `endings_event` ON `endings` (`closed_event_id`) WHERE "closed_event_id" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `policy_contacts` (
	`policy_id` integer PRIMARY KEY NOT NULL,
	`beneficiary` text,
	`email` text,
	`telephone` text,
	`nickname` text,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `policy_shares` (
	`id` text PRIMARY KEY NOT NULL,
	`policy_id` integer NOT NULL,
	`wallet` text NOT NULL,
	`sealed` text NOT NULL,
	`fields` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `policy_shares_policy` ON `policy_shares` (`policy_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `policy_shares_wallet` ON `policy_shares` (`wallet`);--> statement-breakpoint
CREATE INDEX `policy_shares_expiry` ON `policy_shares` (`expires_at`);--> statement-breakpoint
CREATE TABLE `transaction_reports` (
	`chain_id` text NOT NULL,
	`tx_hash` text NOT NULL,
	`admin_id` integer NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`chain_id`, `tx_hash`)
);
--> statement-breakpoint
CREATE TABLE `block_doubts` (
	`chain_id` text NOT NULL,
	`block_number` integer NOT NULL,
	`block_hash` text NOT NULL,
	`other_hash` text NOT NULL,
	`request_id` text NOT NULL,
	`seen_at` text NOT NULL,
	PRIMARY KEY(`chain_id`, `block_number`, `block_hash`)
);
--> statement-breakpoint
CREATE TABLE `reported_transactions` (
	`chain_id` text NOT NULL,
	`tx_hash` text NOT NULL,
	`wallet` text NOT NULL,
	`quote_id` text,
	`created_at` text NOT NULL,
	`next_check_at` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`sender` text,
	`nonce` integer,
	`block_number` integer,
	PRIMARY KEY(`chain_id`, `tx_hash`, `wallet`)
);
--> statement-breakpoint
CREATE INDEX `reported_transactions_due` ON `reported_transactions` (`chain_id`,`next_check_at`);--> statement-breakpoint
CREATE INDEX `reported_transactions_wallet` ON `reported_transactions` (`wallet`,`created_at`);--> statement-breakpoint
CREATE TABLE `scan_cursors` (
	`chain_id` text PRIMARY KEY NOT NULL,
	`block_number` integer NOT NULL,
	`block_hash` text NOT NULL,
	`block_time` text NOT NULL,
	`updated_at` text NOT NULL,
	`swept_to` integer,
	`swept_at` text
);
--> statement-breakpoint
CREATE TABLE `accounts` (
	`id` integer PRIMARY KEY NOT NULL,
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
CREATE UNIQUE INDEX `accounts_wallet` ON `accounts` (`wallet`);--> statement-breakpoint
CREATE INDEX `accounts_newest` ON `accounts` (`created_at`);--> statement-breakpoint
CREATE TABLE `cover_days` (
	`chain_id` text NOT NULL,
	`currency` text NOT NULL,
	`edge` text NOT NULL,
	`day` text NOT NULL,
	`coverage_usd` integer NOT NULL,
	`policies` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`chain_id`, `currency`, `edge`, `day`)
);
--> statement-breakpoint
CREATE TABLE `drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`wallet` text NOT NULL,
	`product` text NOT NULL,
	`start_date` text NOT NULL,
	`end_date` text NOT NULL,
	`coverage_usd` integer NOT NULL,
	`deductible_usd` integer NOT NULL,
	`sealed` text NOT NULL,
	`needs` text,
	`wording_version` text,
	`wording_accepted_at` text,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `drafts_expiry` ON `drafts` (`expires_at`);--> statement-breakpoint
CREATE INDEX `drafts_wallet` ON `drafts` (`wallet`,`created_at`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`caller` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`record_id` text,
	`leased_until` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text,
	PRIMARY KEY(`caller`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_record` ON `idempotency_keys` (`record_id`) WHERE "expires_at" IS NULL;--> statement-breakpoint
CREATE INDEX `idempotency_keys_expiry` ON `idempotency_keys` (`expires_at`) WHERE "expires_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `payment_exceptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` integer NOT NULL,
	`named_quote_id` text,
	`wallet` text NOT NULL,
	`reason` text NOT NULL,
	`detail` text NOT NULL,
	`contract` text NOT NULL,
	`input` text NOT NULL,
	`status` text NOT NULL,
	`created_at` text NOT NULL,
	`resolved_at` text,
	`consent_signature` text,
	`consent_valid_until` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_exceptions_event` ON `payment_exceptions` (`event_id`);--> statement-breakpoint
CREATE INDEX `payment_exceptions_open` ON `payment_exceptions` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payment_exceptions_wallet` ON `payment_exceptions` (`wallet`,`id`);--> statement-breakpoint
CREATE TABLE `policies` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`quote_id` text NOT NULL,
	`group_id` text NOT NULL,
	`wallet` text NOT NULL,
	`kind` text NOT NULL,
	`chain_id` text NOT NULL,
	`product` text NOT NULL,
	`status` text NOT NULL,
	`needs_review` integer NOT NULL,
	`premium_usd` integer NOT NULL,
	`coverage_usd` integer NOT NULL,
	`start_date` text NOT NULL,
	`cover_start_date` text NOT NULL,
	`end_date` text NOT NULL,
	`cover_from` text,
	`cover_until` text NOT NULL,
	`paid_out_usd` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`purchase_event_id` integer NOT NULL,
	`customer_name` text DEFAULT '' NOT NULL,
	`customer_email` text DEFAULT '' NOT NULL,
	`item_description` text DEFAULT '' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`currency` text DEFAULT '' NOT NULL,
	`platform_fee_bps` integer DEFAULT 250 NOT NULL,
	`withdrawn_at` text,
	`refund_kind` text,
	`refund_since` text,
	`refund_until` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `policies_quote` ON `policies` (`quote_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `policies_group` ON `policies` (`group_id`);--> statement-breakpoint
CREATE INDEX `policies_cover_starts` ON `policies` (`chain_id`,`cover_start_date`,`status`,`coverage_usd`);--> statement-breakpoint
CREATE INDEX `policies_refund_until` ON `policies` (`refund_until`) WHERE "refund_until" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `policies_refund_since` ON `policies` (`refund_since`,`id`) WHERE "refund_since" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `policies_wallet` ON `policies` (`wallet`,`id`);--> statement-breakpoint
CREATE INDEX `policies_newest` ON `policies` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `policies_end` ON `policies` (`end_date`,`status`);--> statement-breakpoint
CREATE TABLE `quotes` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`wallet` text NOT NULL,
	`kind` text NOT NULL,
	`chain_id` text NOT NULL,
	`contract` text NOT NULL,
	`currency` text NOT NULL,
	`token` text,
	`decimals` integer NOT NULL,
	`amount` text NOT NULL,
	`rate` text NOT NULL,
	`rate_source` text NOT NULL,
	`rate_at` text NOT NULL,
	`rate_round` text,
	`product` text NOT NULL,
	`premium_usd` integer NOT NULL,
	`coverage_usd` integer NOT NULL,
	`deductible_usd` integer NOT NULL,
	`price_lines` text NOT NULL,
	`shares` text NOT NULL,
	`days` integer NOT NULL,
	`start_date` text NOT NULL,
	`cover_start_date` text NOT NULL,
	`end_date` text NOT NULL,
	`valid_until` text NOT NULL,
	`email` text NOT NULL,
	`details` text NOT NULL,
	`sealed` text NOT NULL,
	`place_mark` text,
	`needs` text,
	`wording_version` text NOT NULL,
	`wording_accepted_at` text,
	`details_hash` text NOT NULL,
	`signature` text NOT NULL,
	`held_policies` integer DEFAULT 0 NOT NULL,
	`insured_beside` integer,
	`review` text,
	`created_at` text NOT NULL,
	`purge_at` text
);
--> statement-breakpoint
CREATE INDEX `quotes_purge` ON `quotes` (`purge_at`) WHERE "purge_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `quotes_live` ON `quotes` (`wallet`,`valid_until`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`jti` text PRIMARY KEY NOT NULL,
	`wallet` text NOT NULL,
	`kind` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`revoked_at` text,
	`device` text DEFAULT '' NOT NULL,
	`last_seen_at` text
);
--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `sessions_wallet` ON `sessions` (`wallet`,`created_at`);--> statement-breakpoint
CREATE TABLE `tokens` (
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`admin_id` integer,
	`data` text,
	`expires_at` text NOT NULL,
	PRIMARY KEY(`kind`, `key`)
);
--> statement-breakpoint
CREATE INDEX `tokens_expiry` ON `tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `approvals` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`call` text NOT NULL,
	`sealed_input` text,
	`version` integer NOT NULL,
	`proposed_by` integer NOT NULL,
	`proposed_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`status` text NOT NULL,
	`decided_by` integer,
	`decided_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `approvals_open` ON `approvals` (`subject`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `approvals_status` ON `approvals` (`status`,`proposed_at`,`id`);--> statement-breakpoint
CREATE TABLE `system_settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` text,
	`updated_by` integer,
	`confirmed_by` integer
);
--> statement-breakpoint
CREATE TABLE `relayed_purchases` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`chain_id` text NOT NULL,
	`sender` text NOT NULL,
	`nonce` integer NOT NULL,
	`quote_id` text NOT NULL,
	`wallet` text NOT NULL,
	`data` text NOT NULL,
	`gas` integer NOT NULL,
	`valid_until` text NOT NULL,
	`state` text NOT NULL,
	`tx_hash` text NOT NULL,
	`raw` text NOT NULL,
	`is_empty` integer NOT NULL,
	`signed` text NOT NULL,
	`max_fee` text NOT NULL,
	`tip` text NOT NULL,
	`fee_cap` text NOT NULL,
	`created_at` text NOT NULL,
	`signed_at` text NOT NULL,
	`ended_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `relayed_purchases_nonce` ON `relayed_purchases` (`chain_id`,`sender`,`nonce`);--> statement-breakpoint
CREATE UNIQUE INDEX `relayed_purchases_quote` ON `relayed_purchases` (`quote_id`) WHERE state = 'open' AND is_empty = 0;--> statement-breakpoint
CREATE INDEX `relayed_purchases_open` ON `relayed_purchases` (`chain_id`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `relayed_purchases_day` ON `relayed_purchases` (`chain_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `relayed_purchases_wallet` ON `relayed_purchases` (`wallet`,`created_at`);--> statement-breakpoint
CREATE INDEX `relayed_purchases_ended` ON `relayed_purchases` (`chain_id`,`ended_at`);--> statement-breakpoint
CREATE TABLE `transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`method` text NOT NULL,
	`state` text NOT NULL,
	`chain_id` text NOT NULL,
	`quote_id` text NOT NULL,
	`policy_id` integer,
	`exception_id` integer,
	`claim_id` integer,
	`claim_number` integer,
	`incident_at` text,
	`usd` integer,
	`step` text NOT NULL,
	`payable_at` text,
	`answer` text,
	`reference` text,
	`prepared_by` integer NOT NULL,
	`prepared_name` text NOT NULL,
	`prepared_at` text NOT NULL,
	`confirmed_by` integer,
	`confirmed_name` text,
	`until` text,
	`over_at` integer,
	`tx_hash` text,
	`ended_at` text,
	`event_id` integer,
	`request_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `transfers_alive` ON `transfers` (`chain_id`,`quote_id`,coalesce("claim_number", -"claim_id", 0)) WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX `transfers_quote` ON `transfers` (`quote_id`);--> statement-breakpoint
CREATE INDEX `transfers_claim` ON `transfers` (`claim_id`);--> statement-breakpoint
CREATE INDEX `transfers_event` ON `transfers` (`event_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `transfers_reference` ON `transfers` (lower(replace("reference", ' ', ''))) WHERE state <> 'discarded';--> statement-breakpoint
CREATE INDEX `transfers_outside` ON `transfers` (`ended_at`,`claim_id`) WHERE reference IS NOT NULL;--> statement-breakpoint
CREATE INDEX `transfers_outside_policy` ON `transfers` (`policy_id`) WHERE reference IS NOT NULL;--> statement-breakpoint
-- What the desk searches: trigrams, so that any three characters are found, newest first by row id.
CREATE VIRTUAL TABLE `desk_search` USING fts5(text, tokenize='trigram remove_diacritics 1', content='', contentless_delete=1);--> statement-breakpoint
-- Views.
-- What the desk's list says of a customer.
CREATE VIEW `customer_sums` AS SELECT a.`id`,
    coalesce(f.`name`, (SELECT p.`customer_name` FROM `policies` p WHERE p.`wallet` = a.`wallet` AND p.`customer_name` <> '' ORDER BY p.`id` DESC LIMIT 1)) AS `name`,
    coalesce(f.`email`, (SELECT p.`customer_email` FROM `policies` p WHERE p.`wallet` = a.`wallet` AND p.`customer_email` <> '' ORDER BY p.`id` DESC LIMIT 1)) AS `email`,
    (SELECT count(*) FROM `policies` p WHERE p.`wallet` = a.`wallet`) AS `policies`,
    (SELECT (coalesce(sum(p.`premium_usd` * 100 - coalesce((SELECT sum(e.`usd_cents`) FROM `chain_events` e WHERE e.`quote_id` = p.`quote_id` AND e.`kind` = 'premium_refunded' AND e.`status` = 'confirmed'), 0)), 0) + 50) / 100 FROM `policies` p WHERE p.`wallet` = a.`wallet`) AS `premium_usd`,
    (SELECT count(*) FROM `claims` c WHERE c.`wallet` = a.`wallet`) AS `claims`
  FROM `accounts` a LEFT JOIN `profiles` f ON f.`wallet` = a.`wallet`;--> statement-breakpoint
-- A row in the first is an occurrence with its data. Its key is only a version until the trigger leads it with kind and subject.
CREATE VIEW `journal` AS SELECT o.`kind`, o.`v`, o.`about`, o.`policy_id`, o.`claim_id`, o.`key`, o.`at`, o.`actor_kind`, d.`wallet`, d.`actor`, d.`data`, d.`request_id`
  FROM `occurrences` o JOIN `occurrence_data` d ON d.`id` = o.`id`;--> statement-breakpoint
-- Its ids twice, because each of the two indexes that find its lines gives them in order by its own table's.
CREATE VIEW `audit_log` AS SELECT d.`id`, o.`id` AS `occurrence_id`, d.`actor` AS `admin_id`, a.`name` AS `admin_name`, o.`actor_kind`, o.`kind` AS `action`,
    o.`about` AS `subject`, d.`data` -> 'before' AS `before`, d.`data` -> 'after' AS `after`, o.`at`, d.`request_id`, s.`number`, s.`seal`
  FROM `occurrence_data` d JOIN `occurrences` o ON o.`id` = d.`id` LEFT JOIN `admins` a ON a.`id` = d.`actor`
    LEFT JOIN `audit_log_seals` s ON s.`number` = d.`id` WHERE d.`actor` IS NOT NULL;--> statement-breakpoint
CREATE VIEW `policy_history` AS SELECT o.`id`, o.`policy_id`, o.`at`,
    CASE o.`kind` WHEN 'policy.ended' THEN d.`data` ->> 'to_status' ELSE substr(o.`kind`, 8) END AS `kind`, o.`kind` AS `occurrence`, d.`data`,
    d.`data` ->> 'from_status' AS `from_status`, d.`data` ->> 'to_status' AS `to_status`, d.`data` ->> 'tx_hash' AS `tx_hash`,
    d.`data` ->> 'event_index' AS `event_index`, d.`data` ->> 'currency' AS `currency`, d.`data` ->> 'amount' AS `amount`,
    d.`data` ->> 'rate' AS `rate`, d.`data` ->> 'usd' AS `usd`
  FROM `occurrences` o JOIN `occurrence_data` d ON d.`id` = o.`id` WHERE o.`policy_id` IS NOT NULL;--> statement-breakpoint
-- An undone decision is none: its undoing has its version.
CREATE VIEW `claim_steps` AS SELECT o.* FROM `occurrences` o WHERE o.`claim_id` IS NOT NULL AND o.`kind` <> 'claim.decision_undone'
  AND (o.`kind` NOT IN ('claim.approved', 'claim.rejected')
    OR NOT EXISTS (SELECT 1 FROM `occurrences` u WHERE u.`about` = o.`about` AND u.`key` = 'claim.decision_undone' || substr(o.`key`, length(o.`kind`) + 1)));--> statement-breakpoint
CREATE VIEW `claim_decisions` AS SELECT o.`id`, o.`claim_id`, o.`at`, CASE o.`kind` WHEN 'claim.approved' THEN 'approved' ELSE 'rejected' END AS `kind`
  FROM `claim_steps` o WHERE o.kind IN ('claim.approved', 'claim.rejected', 'claim.given_up');--> statement-breakpoint
CREATE VIEW `claim_timeline` AS SELECT o.`id`, o.`claim_id`, o.`at`, o.`kind` AS `occurrence`, d.`data`,
    CASE o.`kind` WHEN 'claim.payout_confirmed' THEN 'confirmed' WHEN 'claim.sent_back' THEN 'under_review'
      WHEN 'claim.documents_overdue' THEN 'under_review' WHEN 'claim.given_up' THEN 'rejected'
      WHEN 'claim.payment_sent' THEN 'processing_payment' WHEN 'claim.paid_outside' THEN 'paid'
      WHEN 'claim.veto_undone' THEN 'payout_vetoed' WHEN 'claim.rest_submitted' THEN 'submitted'
      ELSE substr(o.`kind`, 7) END AS `kind`,
    d.`data` ->> 'status' AS `status`, o.`actor_kind` = 'customer' AS `by_customer`, d.`actor` AS `created_by`,
    d.`data` ->> 'tx_hash' AS `tx_hash`, d.`request_id`
  FROM `claim_steps` o JOIN `occurrence_data` d ON d.`id` = o.`id`;--> statement-breakpoint
-- The desk’s row of every record.
CREATE VIEW `desk_rows` AS SELECT * FROM (SELECT 1000000000000 + "id" AS "id", 'users' AS "kind", "id" AS "record", "status" AS "status", NULL AS "class", NULL AS "assignee", NULL AS "section", NULL AS "mark", NULL AS "due", "premium_usd" AS "amount", NULL AS "ends", "wallet" || ' ' || coalesce("name", '') || ' ' || coalesce("email", '') AS "words" FROM "accounts"
  UNION ALL SELECT 2000000000000 + "id" AS "id", 'policies' AS "kind", "id" AS "record", "status" AS "status", "product" AS "class", NULL AS "assignee", CASE WHEN "refund_since" IS NOT NULL THEN 'refunds_owed' END AS "section", CASE WHEN "needs_review" = 1 AND "status" = 'pending' AND coalesce("refund_kind", '') NOT IN ('withdrawal', 'rejection') THEN 'policies_to_review' END AS "mark", NULL AS "due", "premium_usd" AS "amount", "end_date" AS "ends", printf('POL-%03d ', "id") || "wallet" || ' ' || "customer_name" || ' ' || "customer_email" || ' ' || "item_description" || ' ' || "quote_id" || coalesce(' ' || (SELECT "place_mark" FROM "quotes" WHERE "id" = "quote_id"), '') AS "words" FROM "policies"
  UNION ALL SELECT 3000000000000 + "id" AS "id", 'claims' AS "kind", "id" AS "record", "status" AS "status", "product" AS "class", "assigned_to" AS "assignee", CASE WHEN "status" IN ('pending', 'under_review') THEN iif("requested_documents" IS NULL, 'claims_due', 'documents_awaited') WHEN "status" IN ('approved') THEN iif("needs_confirmation" = 1 OR "other_by" IS NOT NULL, 'payouts_to_confirm', 'payouts_to_send') WHEN "status" IN ('processing_payment') THEN 'payouts_under_way' END AS "section", CASE WHEN "status" IN ('pending', 'under_review') AND "second_look_at" IS NOT NULL THEN 'second_look' END AS "mark", CASE WHEN "due_at" IS NULL THEN printf('later %015d', 99999999999999 - "id") WHEN "requested_documents" IS NULL THEN "due_at" ELSE 'awaited ' || "due_at" END AS "due", "amount_cents" AS "amount", NULL AS "ends", printf('CLM-%03d POL-%03d ', "id", "policy_id") || "wallet" || ' ' || "customer_name" || ' ' || "quote_id" AS "words" FROM "claims"
  UNION ALL SELECT 4000000000000 + "id" AS "id", 'messages' AS "kind", "id" AS "record", "status" AS "status", "priority" AS "class", "assigned_to" AS "assignee", CASE WHEN "waiting_since" IS NOT NULL THEN 'messages_unanswered' END AS "section", CASE WHEN "category" = 'complaint' THEN 'complaint' END AS "mark", coalesce(CASE WHEN "waiting_since" IS NOT NULL THEN strftime('%Y-%m-%dT%H:%M:%fZ', CASE WHEN "outcome" IS NULL THEN iif("acknowledged_at" IS NULL, "acknowledge_by", "answer_by") END, '-1 day') END, "waiting_since", printf('later %015d', 99999999999999 - unixepoch("last_message_at") * 1000 - CAST(substr("last_message_at", 21, 3) AS integer))) AS "due", NULL AS "amount", NULL AS "ends", "subject" || ' ' || "customer_name" || ' ' || coalesce("wallet", '') || ' ' || coalesce("contact_email" || ' ' || "contact_inbox", '') AS "words" FROM "threads"
  UNION ALL SELECT 5000000000000 + "id" AS "id", 'exceptions' AS "kind", "id" AS "record", "status" AS "status", NULL AS "class", NULL AS "assignee", NULL AS "section", NULL AS "mark", NULL AS "due", NULL AS "amount", NULL AS "ends", "wallet" || ' ' || "reason" || ' ' || "detail" AS "words" FROM "payment_exceptions")
UNION ALL SELECT * FROM (SELECT 6000000000000 + "rowid" AS "id", 'documents' AS "kind", "rowid" AS "record", NULL AS "status", NULL AS "class", NULL AS "assignee", NULL AS "section", NULL AS "mark", NULL AS "due", NULL AS "amount", NULL AS "ends", "file_name" AS "words" FROM "claim_documents"
  UNION ALL SELECT 7000000000000 + "id" AS "id", 'audit-log' AS "kind", "id" AS "record", NULL AS "status", NULL AS "class", "admin_id" AS "assignee", NULL AS "section", "subject" AS "mark", NULL AS "due", NULL AS "amount", NULL AS "ends", "action" || ' ' || "subject" || ' ' || coalesce("before", '') || ' ' || coalesce("after", '') AS "words" FROM "audit_log");--> statement-breakpoint
-- Folds as `foldText` does; the tokenizer of the index folds case, and marks on Latin letters. Two spaces before each word
-- let words shorter than three letters be found by the beginning of a word. Chinese, Japanese and Korean have words of two
-- letters within others, so each two of their letters follow as a word.
CREATE VIEW `desk_texts` AS SELECT d.`id`, (
    WITH RECURSIVE `letters` (`n`, `letter`, `plain`) AS (SELECT row_number() OVER (), `key`, `value` FROM json_each('{
      "''":" ","‘":" ","’":" ","ʼ":" ","`":" ","´":" ","đ":"d","Đ":"d","ð":"d","Ð":"d","ħ":"h","Ħ":"h","ł":"l","Ł":"l",
      "ø":"o","Ø":"o","ŧ":"t","Ŧ":"t","ß":"ss","ẞ":"ss","æ":"ae","Æ":"ae","œ":"oe","Œ":"oe","þ":"th","Þ":"th","ı":"i",
      "Ǿ":"o","ǿ":"o","Ǽ":"ae","ǽ":"ae","Ǣ":"ae","ǣ":"ae","ｦﾞ":"ヺ","ｳﾞ":"ヴ","ｶﾞ":"ガ","ｷﾞ":"ギ","ｸﾞ":"グ","ｹﾞ":"ゲ",
      "ｺﾞ":"ゴ","ｻﾞ":"ザ","ｼﾞ":"ジ","ｽﾞ":"ズ","ｾﾞ":"ゼ","ｿﾞ":"ゾ","ﾀﾞ":"ダ","ﾁﾞ":"ヂ","ﾂﾞ":"ヅ","ﾃﾞ":"デ","ﾄﾞ":"ド","ﾊﾞ":"バ",
      "ﾊﾟ":"パ","ﾋﾞ":"ビ","ﾋﾟ":"ピ","ﾌﾞ":"ブ","ﾌﾟ":"プ","ﾍﾞ":"ベ","ﾍﾟ":"ペ","ﾎﾞ":"ボ","ﾎﾟ":"ポ","ﾜﾞ":"ヷ","ﬀ":"ff","ﬁ":"fi",
      "ﬂ":"fl","ﬃ":"ffi","ﬄ":"ffl","ﬅ":"st","ﬆ":"st","！":"!","＂":"\"","＃":"#","＄":"$","％":"%","＆":"&","＇":" ","（":"(",
      "）":")","＊":"*","＋":"+","，":",","－":"-","．":".","／":"/","０":"0","１":"1","２":"2","３":"3","４":"4","５":"5","６":"6",
      "７":"7","８":"8","９":"9","：":":","；":";","＜":"<","＝":"=","＞":">","？":"?","＠":"@","Ａ":"a","Ｂ":"b","Ｃ":"c","Ｄ":"d",
      "Ｅ":"e","Ｆ":"f","Ｇ":"g","Ｈ":"h","Ｉ":"i","Ｊ":"j","Ｋ":"k","Ｌ":"l","Ｍ":"m","Ｎ":"n","Ｏ":"o","Ｐ":"p","Ｑ":"q","Ｒ":"r",
      "Ｓ":"s","Ｔ":"t","Ｕ":"u","Ｖ":"v","Ｗ":"w","Ｘ":"x","Ｙ":"y","Ｚ":"z","［":"[","＼":"\\","］":"]","＾":"^","＿":"_","｀":" ",
      "ａ":"a","ｂ":"b","ｃ":"c","ｄ":"d","ｅ":"e","ｆ":"f","ｇ":"g","ｈ":"h","ｉ":"i","ｊ":"j","ｋ":"k","ｌ":"l","ｍ":"m","ｎ":"n",
      "ｏ":"o","ｐ":"p","ｑ":"q","ｒ":"r","ｓ":"s","ｔ":"t","ｕ":"u","ｖ":"v","ｗ":"w","ｘ":"x","ｙ":"y","ｚ":"z","｛":"{","｜":"|",
      "｝":"}","～":"~","｟":"⦅","｠":"⦆","｡":"。","｢":"「","｣":"」","､":"、","･":"・","ｦ":"ヲ","ｧ":"ァ","ｨ":"ィ","ｩ":"ゥ","ｪ":"ェ",
      "ｫ":"ォ","ｬ":"ャ","ｭ":"ュ","ｮ":"ョ","ｯ":"ッ","ｰ":"ー","ｱ":"ア","ｲ":"イ","ｳ":"ウ","ｴ":"エ","ｵ":"オ","ｶ":"カ","ｷ":"キ","ｸ":"ク",
      "ｹ":"ケ","ｺ":"コ","ｻ":"サ","ｼ":"シ","ｽ":"ス","ｾ":"セ","ｿ":"ソ","ﾀ":"タ","ﾁ":"チ","ﾂ":"ツ","ﾃ":"テ","ﾄ":"ト","ﾅ":"ナ","ﾆ":"ニ",
      "ﾇ":"ヌ","ﾈ":"ネ","ﾉ":"ノ","ﾊ":"ハ","ﾋ":"ヒ","ﾌ":"フ","ﾍ":"ヘ","ﾎ":"ホ","ﾏ":"マ","ﾐ":"ミ","ﾑ":"ム","ﾒ":"メ","ﾓ":"モ","ﾔ":"ヤ",
      "ﾕ":"ユ","ﾖ":"ヨ","ﾗ":"ラ","ﾘ":"リ","ﾙ":"ル","ﾚ":"レ","ﾛ":"ロ","ﾜ":"ワ","ﾝ":"ン","ﾞ":"゙","ﾟ":"゚","ﾠ":"ᅠ","ﾡ":"ᄀ","ﾢ":"ᄁ",
      "ﾣ":"ᆪ","ﾤ":"ᄂ","ﾥ":"ᆬ","ﾦ":"ᆭ","ﾧ":"ᄃ","ﾨ":"ᄄ","ﾩ":"ᄅ","ﾪ":"ᆰ","ﾫ":"ᆱ","ﾬ":"ᆲ","ﾭ":"ᆳ","ﾮ":"ᆴ","ﾯ":"ᆵ","ﾰ":"ᄚ",
      "ﾱ":"ᄆ","ﾲ":"ᄇ","ﾳ":"ᄈ","ﾴ":"ᄡ","ﾵ":"ᄉ","ﾶ":"ᄊ","ﾷ":"ᄋ","ﾸ":"ᄌ","ﾹ":"ᄍ","ﾺ":"ᄎ","ﾻ":"ᄏ","ﾼ":"ᄐ","ﾽ":"ᄑ","ﾾ":"ᄒ",
      "ￂ":"ᅡ","ￃ":"ᅢ","ￄ":"ᅣ","ￅ":"ᅤ","ￆ":"ᅥ","ￇ":"ᅦ","ￊ":"ᅧ","ￋ":"ᅨ","ￌ":"ᅩ","ￍ":"ᅪ","ￎ":"ᅫ","ￏ":"ᅬ","ￒ":"ᅭ","ￓ":"ᅮ",
      "ￔ":"ᅯ","ￕ":"ᅰ","ￖ":"ᅱ","ￗ":"ᅲ","ￚ":"ᅳ","ￛ":"ᅴ","ￜ":"ᅵ","￠":"¢","￡":"£","￢":"¬","￣":" ̄","￤":"¦","￥":"¥","￦":"₩",
      "￨":"│","￩":"←","￪":"↑","￫":"→","￬":"↓","￭":"■","￮":"○"
    }') WHERE instr(d.`words`, `key`) > 0),
    `folded` (`n`, `text`) AS (SELECT 0, d.`words` UNION ALL SELECT `letters`.`n`, replace(`text`, `letter`, `plain`)
      FROM `folded` JOIN `letters` ON `letters`.`n` = `folded`.`n` + 1)
    SELECT replace(' ' || `text`, ' ', '  ') || coalesce((WITH RECURSIVE `places` (`i`) AS (SELECT 1 UNION ALL
        SELECT `i` + 1 FROM `places` WHERE `i` < length(`text`))
      SELECT group_concat('  ' || substr(`text`, `i`, 2), '') FROM `places` WHERE unicode(substr(`text`, `i`, 1)) >= 0x2E80), '')
    FROM `folded` ORDER BY `n` DESC LIMIT 1) AS `text` FROM `desk` d;--> statement-breakpoint
-- Triggers.
-- The row of a record in `desk` is made again by naming the record here; nothing is written where it stays the same.
CREATE TRIGGER `desk_refreshed` INSTEAD OF INSERT ON `desk_rows` BEGIN
  INSERT INTO `desk` (`id`, `kind`, `status`, `class`, `assignee`, `section`, `mark`, `due`, `amount`, `ends`, `words`)
    SELECT `id`, `kind`, `status`, `class`, `assignee`, `section`, `mark`, `due`, `amount`, `ends`, `words` FROM `desk_rows` WHERE `kind` = NEW.`kind` AND `record` = NEW.`record`
  ON CONFLICT (`id`) DO UPDATE SET (`status`, `class`, `assignee`, `section`, `mark`, `due`) = (excluded.`status`, excluded.`class`, excluded.`assignee`, excluded.`section`, excluded.`mark`, excluded.`due`)
    WHERE (`desk`.`status`, `desk`.`class`, `desk`.`assignee`, `desk`.`section`, `desk`.`mark`, `desk`.`due`) IS NOT (excluded.`status`, excluded.`class`, excluded.`assignee`, excluded.`section`, excluded.`mark`, excluded.`due`);
  -- Apart from that, because each index is written whose columns are set.
  UPDATE `desk` SET (`amount`, `ends`, `words`) = (r.`amount`, r.`ends`, r.`words`) FROM `desk_rows` r
    WHERE r.`kind` = NEW.`kind` AND r.`record` = NEW.`record` AND `desk`.`id` = r.`id`
      AND (`desk`.`amount`, `desk`.`ends`, `desk`.`words`) IS NOT (r.`amount`, r.`ends`, r.`words`);
END;--> statement-breakpoint
CREATE TRIGGER `desk_added` AFTER INSERT ON `desk` BEGIN
  INSERT INTO `desk_search` (`rowid`, `text`) SELECT `id`, `text` FROM `desk_texts` WHERE `id` = NEW.`id`;
  INSERT INTO `desk_counts` (`kind`, `counts`) VALUES (NEW.`kind`, '{}') ON CONFLICT (`kind`) DO NOTHING;
  UPDATE `desk_counts` SET `counts` = (SELECT json_group_object(`part`, `count`) FROM (
      SELECT `part`, sum(`count`) AS `count` FROM (SELECT `key` AS `part`, `value` AS `count` FROM json_each(`counts`)
        UNION ALL SELECT `value`, 1 FROM json_each(json_array(coalesce(NEW.`status`, '') || '/' || coalesce(NEW.`class`, ''), '@' || NEW.`section`, '@' || iif(NEW.`status` IS NULL, NULL, NEW.`mark`))))
      WHERE `part` IS NOT NULL GROUP BY `part` HAVING sum(`count`) <> 0))
    WHERE `kind` = NEW.`kind`;
END;--> statement-breakpoint
CREATE TRIGGER `desk_changed` AFTER UPDATE ON `desk` BEGIN
  UPDATE `desk_search` SET `text` = (SELECT `text` FROM `desk_texts` WHERE `id` = NEW.`id`) WHERE `rowid` = NEW.`id` AND NEW.`words` <> OLD.`words`;
  UPDATE `desk_counts` SET `counts` = (SELECT json_group_object(`part`, `count`) FROM (
      SELECT `part`, sum(`count`) AS `count` FROM (SELECT `key` AS `part`, `value` AS `count` FROM json_each(`counts`)
        UNION ALL SELECT `value`, -1 FROM json_each(json_array(coalesce(OLD.`status`, '') || '/' || coalesce(OLD.`class`, ''), '@' || OLD.`section`, '@' || iif(OLD.`status` IS NULL, NULL, OLD.`mark`)))
        UNION ALL SELECT `value`, 1 FROM json_each(json_array(coalesce(NEW.`status`, '') || '/' || coalesce(NEW.`class`, ''), '@' || NEW.`section`, '@' || iif(NEW.`status` IS NULL, NULL, NEW.`mark`))))
      WHERE `part` IS NOT NULL GROUP BY `part` HAVING sum(`count`) <> 0))
    WHERE `kind` = NEW.`kind` AND (OLD.`status`, OLD.`class`, OLD.`section`, OLD.`mark`) IS NOT (NEW.`status`, NEW.`class`, NEW.`section`, NEW.`mark`);
END;--> statement-breakpoint
CREATE TRIGGER `accounts_changed` AFTER UPDATE OF `status`, `name`, `email`, `premium_usd` ON `accounts` BEGIN
  UPDATE `threads` SET `customer_name` = coalesce(NEW.`name`, '') WHERE `wallet` = NEW.`wallet` AND OLD.`name` IS NOT NEW.`name`;
  INSERT INTO `desk_rows` (`kind`, `record`) VALUES ('users', NEW.`id`);
END;--> statement-breakpoint
CREATE TRIGGER `claims_changed` AFTER UPDATE ON `claims` BEGIN
  INSERT INTO `desk_rows` (`kind`, `record`) VALUES ('claims', NEW.`id`);
END;--> statement-breakpoint
-- An event of a refund is confirmed or reversed in the batch that changes its policy, and before that.
CREATE TRIGGER `policies_changed` AFTER UPDATE ON `policies` BEGIN
  UPDATE `accounts` SET (`policies`, `premium_usd`) = (SELECT s.`policies`, s.`premium_usd` FROM `customer_sums` s WHERE s.`id` = `accounts`.`id`)
    WHERE `wallet` IN (OLD.`wallet`, NEW.`wallet`)
      AND (OLD.`wallet`, OLD.`premium_usd`, OLD.`status`, OLD.`refund_kind`) IS NOT (NEW.`wallet`, NEW.`premium_usd`, NEW.`status`, NEW.`refund_kind`);
  INSERT INTO `desk_rows` (`kind`, `record`) VALUES ('policies', NEW.`id`);
END;--> statement-breakpoint
-- What a customer writes or does brings back at once what was put off about it.
CREATE TRIGGER `threads_changed` AFTER UPDATE ON `threads` BEGIN
  INSERT INTO `desk_rows` (`kind`, `record`) VALUES ('messages', NEW.`id`);
  DELETE FROM `snoozes` WHERE NEW.`last_sender` = 'user' AND NEW.`reply_count` > OLD.`reply_count`
    AND `subject` IN ('thread:' || NEW.`id`, 'claim:' || NEW.`claim_id`, 'policy:' || NEW.`policy_id`);
END;--> statement-breakpoint
CREATE TRIGGER `payment_exceptions_changed` AFTER UPDATE ON `payment_exceptions` BEGIN
  INSERT INTO `desk_rows` (`kind`, `record`) VALUES ('exceptions', NEW.`id`);
END;--> statement-breakpoint
-- A policy owes the refund of its one open ending that is due.
CREATE TRIGGER `endings_changed` AFTER UPDATE OF `due_from`, `closed_at`, `consent_until` ON `endings` WHEN OLD.`due_from` IS NOT NULL OR NEW.`due_from` IS NOT NULL BEGIN
  UPDATE `policies` SET `version` = `version` + 1, (`refund_kind`, `refund_since`, `refund_until`) = (
    SELECT `kind`, `due_from`, CASE WHEN `kind` <> 'withdrawal' THEN `consent_until` END FROM `endings`
      WHERE `policy_id` = NEW.`policy_id` AND `due_from` IS NOT NULL AND `closed_at` IS NULL)
  WHERE `id` = NEW.`policy_id`;
  -- What the policy owes by now, less what is booked of it; nothing once its refund was sent.
  INSERT INTO `entries` (`kind`, `at`, `booked_at`, `generation`, `sign`, `product`, `policy_id`, `cents`, `fee_cents`)
    SELECT 'refund_owed', `moment`, `moment`, 1, 1, `product`, `id`, `cents`, 0 FROM (
      SELECT p.`product`, p.`id`, coalesce(NEW.`closed_at`, OLD.`closed_at`, NEW.`due_from`, OLD.`due_from`) AS `moment`,
        CASE WHEN e.`id` IS NULL THEN 0 WHEN e.`amount` IS NULL THEN p.`premium_usd` * 100
          ELSE CAST(round(p.`premium_usd` * 100 * (CAST(e.`amount` AS REAL) / q.`amount`)) AS INTEGER) END
        - coalesce((SELECT sum(n.`cents`) FROM `entries` n WHERE n.`policy_id` = p.`id` AND n.`kind` = 'refund_owed'), 0) AS `cents`
      FROM `policies` p JOIN `quotes` q ON q.`id` = p.`quote_id`
        LEFT JOIN `endings` e ON e.`policy_id` = p.`id` AND e.`due_from` IS NOT NULL AND e.`closed_at` IS NULL
      WHERE p.`id` = NEW.`policy_id`) WHERE `cents` <> 0;
  INSERT INTO `figure_days` (`day`, `generation`, `computed`, `step`)
    SELECT substr(`at`, 1, 10), 1, 0, 0 FROM (SELECT `created_at` AS `at` FROM `policies` WHERE `id` = NEW.`policy_id`
      UNION SELECT coalesce(NEW.`closed_at`, OLD.`closed_at`, NEW.`due_from`, OLD.`due_from`)) WHERE true GROUP BY 1
    ON CONFLICT (`day`) DO UPDATE SET `generation` = `generation` + 1;
END;--> statement-breakpoint
-- A policy that becomes active for the first time is the last step of the day's funnel.
CREATE TRIGGER `occurrences_added` INSTEAD OF INSERT ON `journal` BEGIN
  INSERT INTO `site_days` (`day`, `active`) SELECT substr(NEW.`at`, 1, 10), 1 WHERE NEW.`policy_id` IS NOT NULL AND NEW.`data` ->> 'to_status' = 'active'
      AND NOT EXISTS (SELECT 1 FROM `policy_history` WHERE `policy_id` = NEW.`policy_id` AND `to_status` = 'active')
    ON CONFLICT DO UPDATE SET `active` = `active` + 1;
  INSERT INTO `occurrences` (`kind`, `v`, `about`, `policy_id`, `claim_id`, `key`, `at`, `actor_kind`)
    VALUES (NEW.`kind`, NEW.`v`, NEW.`about`, NEW.`policy_id`, NEW.`claim_id`, NEW.`kind` || ':' || NEW.`about` || ':' || NEW.`key`, NEW.`at`, NEW.`actor_kind`);
  INSERT INTO `occurrence_data` (`id`, `wallet`, `actor`, `data`, `request_id`)
    VALUES (last_insert_rowid(), NEW.`wallet`, NEW.`actor`, NEW.`data`, NEW.`request_id`);
  INSERT INTO `desk_rows` (`kind`, `record`) SELECT 'audit-log', last_insert_rowid() WHERE NEW.`actor` IS NOT NULL;
  DELETE FROM `snoozes` WHERE NEW.`actor_kind` = 'customer'
    AND `subject` IN (NEW.`about`, 'claim:' || NEW.`claim_id`, 'policy:' || NEW.`policy_id`);
END;--> statement-breakpoint
CREATE TRIGGER `occurrences_unchanged` BEFORE UPDATE ON `occurrences` BEGIN
  SELECT RAISE(ABORT, 'What happened is never changed');
END;--> statement-breakpoint
CREATE TRIGGER `occurrences_undeleted` BEFORE DELETE ON `occurrences` BEGIN
  SELECT RAISE(ABORT, 'What happened is never deleted');
END;--> statement-breakpoint
CREATE TRIGGER `occurrence_data_unchanged` BEFORE UPDATE ON `occurrence_data` BEGIN
  SELECT RAISE(ABORT, 'What is known of what happened is never changed');
END;--> statement-breakpoint
-- A visitor's row is inserted without a session and then changed. Counts are of the day and of the last 30, by name and of all
-- names. Of hosts that a visit came from, those beyond 200 a day share one name, so that nobody can fill the table.
CREATE TRIGGER `visits_counted` AFTER UPDATE ON `visits` BEGIN
  INSERT INTO `site_days` (`day`, `visitors`, `sessions`, `seconds`, `engaged`, `price_seen`, `form_complete`, `wallet_connected`, `quote`, `wallet_opened`)
    VALUES (NEW.`day`, OLD.`sessions` = 0, NEW.`sessions` - OLD.`sessions`,
      NEW.`last_at` - NEW.`started_at` - iif(NEW.`sessions` = OLD.`sessions`, OLD.`last_at` - OLD.`started_at`, 0),
      NEW.`engaged` - iif(NEW.`sessions` = OLD.`sessions`, OLD.`engaged`, 0),
      (NEW.`depth` >= 1) - (OLD.`depth` >= 1), (NEW.`depth` >= 2) - (OLD.`depth` >= 2), (NEW.`depth` >= 3) - (OLD.`depth` >= 3),
      (NEW.`depth` >= 4) - (OLD.`depth` >= 4), (NEW.`depth` >= 5) - (OLD.`depth` >= 5))
  ON CONFLICT DO UPDATE SET `visitors` = `visitors` + excluded.`visitors`, `sessions` = `sessions` + excluded.`sessions`, `seconds` = `seconds` + excluded.`seconds`,
    `engaged` = `engaged` + excluded.`engaged`, `price_seen` = `price_seen` + excluded.`price_seen`,
    `form_complete` = `form_complete` + excluded.`form_complete`, `wallet_connected` = `wallet_connected` + excluded.`wallet_connected`,
    `quote` = `quote` + excluded.`quote`, `wallet_opened` = `wallet_opened` + excluded.`wallet_opened`;
  INSERT INTO `site_counts` (`day`, `kind`, `name`, `count`)
    SELECT iif(all_days.`value`, '', NEW.`day`), c.`kind`, iif(all_names.`value`, '', c.`name`), sum(c.`count`) FROM (
      SELECT 'device' AS `kind`, NEW.`device` AS `name`, 1 AS `count` WHERE OLD.`sessions` = 0
      UNION ALL SELECT 'viewport', NEW.`device` || '/' || NEW.`viewport`, 1 WHERE OLD.`sessions` = 0
      UNION ALL SELECT 'country', NEW.`country`, 1 WHERE OLD.`sessions` = 0
      UNION ALL SELECT 'left_' || OLD.`depth`, OLD.`path`, -1 WHERE OLD.`depth` > 0 AND NOT OLD.`steps` & 32
      UNION ALL SELECT 'left_' || NEW.`depth`, NEW.`path`, 1 WHERE NEW.`depth` > 0 AND NOT NEW.`steps` & 32) c,
      json_each('[0, 1]') all_days, json_each('[0, 1]') all_names WHERE true GROUP BY 1, 2, 3 HAVING sum(c.`count`) <> 0
  ON CONFLICT DO UPDATE SET `count` = `count` + excluded.`count`;
  INSERT INTO `site_counts` (`day`, `kind`, `name`, `count`)
    SELECT NEW.`day`, 'live', strftime('%H:%M', m.`at`, 'unixepoch'), sum(m.`count`) FROM (
      SELECT OLD.`last_at` AS `at`, -1 AS `count` WHERE OLD.`sessions` > 0 UNION ALL SELECT NEW.`last_at`, 1) m
      WHERE true GROUP BY 3 HAVING sum(m.`count`) <> 0
  ON CONFLICT DO UPDATE SET `count` = `count` + excluded.`count`;
  INSERT INTO `site_counts` (`day`, `kind`, `name`, `count`)
    SELECT iif(all_days.`value`, '', NEW.`day`), 'referrer', iif(all_names.`value`, '', r.`name`), 1 FROM (
      SELECT CASE WHEN NEW.`referrer` = '' THEN '-'
        WHEN EXISTS (SELECT 1 FROM `site_counts` WHERE `day` = NEW.`day` AND `kind` = 'referrer' AND `name` = NEW.`referrer`)
          OR (SELECT count(*) FROM `site_counts` WHERE `day` = NEW.`day` AND `kind` = 'referrer' AND `name` LIKE '%.%') < 200 THEN NEW.`referrer`
        ELSE 'other' END AS `name`) r, json_each('[0, 1]') all_days, json_each('[0, 1]') all_names WHERE NEW.`sessions` > OLD.`sessions`
  ON CONFLICT DO UPDATE SET `count` = `count` + excluded.`count`;
END;--> statement-breakpoint
-- Settings that a deployment starts with.
INSERT INTO `system_settings` (`key`, `value`) VALUES
  ('auto_approve_below_usd', '10000'),
  ('second_confirmation_usd', '10000'),
  ('four_eyes_usd', '2500'),
  ('maximum_claim_usd', '100000'),
  ('platform_fee_bps', '250'),
  ('session_minutes', '480'),
  ('require_totp', '0'),
  ('sender_name', 'Mooring'),
  ('sender_from', ''),
  ('sender_reply_to', ''),
  ('home_age_review', '0'),
  ('home_age_decline', '0'),
  ('car_age_review', '0'),
  ('car_age_decline', '0'),
  ('car_mileage_review', '0'),
  ('car_mileage_decline', '0'),
  ('passport_review', ''),
  ('passport_decline', ''),
  ('wallet_policies_review', '0'),
  ('wallet_policies_decline', '0');
