CREATE TABLE `admin_sessions` (
	`jti` text PRIMARY KEY NOT NULL,
	`admin_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`revoked_at` text
);
--> statement-breakpoint
CREATE INDEX `admin_sessions_expiry` ON `admin_sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `admins` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`password_hash` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `admins_email` ON `admins` (`email`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`admin_id` integer NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`before` text,
	`after` text,
	`at` text NOT NULL,
	`request_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_newest` ON `audit_log` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_admin` ON `audit_log` (`admin_id`,`id`);--> statement-breakpoint
CREATE TABLE `login_failures` (
	`key` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`last_at` text NOT NULL
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
CREATE INDEX `claim_documents_claim` ON `claim_documents` (`claim_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `claim_documents_content` ON `claim_documents` (`claim_id`,`sha256`);--> statement-breakpoint
CREATE TABLE `claim_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`claim_id` integer NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`message` text NOT NULL,
	`at` text NOT NULL,
	`by_customer` integer NOT NULL,
	`created_by` integer,
	`tx_hash` text,
	`request_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `claim_events_claim` ON `claim_events` (`claim_id`,`id`);--> statement-breakpoint
CREATE TABLE `claims` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`wallet` text NOT NULL,
	`policy_id` integer NOT NULL,
	`quote_id` text NOT NULL,
	`product` text NOT NULL,
	`status` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`description` text NOT NULL,
	`incident_date` text NOT NULL,
	`incident_at` text NOT NULL,
	`documents_count` integer DEFAULT 0 NOT NULL,
	`requested_documents` text,
	`due_at` text,
	`payout_usd` integer,
	`decision_reason` text,
	`decided_by` integer,
	`needs_confirmation` integer DEFAULT false NOT NULL,
	`confirmed_by` integer,
	`paid_event_id` integer,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `claims_key` ON `claims` (`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `claims_paid_event` ON `claims` (`paid_event_id`);--> statement-breakpoint
CREATE INDEX `claims_wallet` ON `claims` (`wallet`,`id`);--> statement-breakpoint
CREATE INDEX `claims_policy` ON `claims` (`policy_id`,`status`);--> statement-breakpoint
CREATE INDEX `claims_quote` ON `claims` (`quote_id`,`status`);--> statement-breakpoint
CREATE INDEX `claims_due` ON `claims` (`status`,`due_at`);--> statement-breakpoint
CREATE INDEX `claims_newest` ON `claims` (`created_at`,`id`);--> statement-breakpoint
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
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`thread_id` integer NOT NULL,
	`sender` text NOT NULL,
	`admin_id` integer,
	`internal` integer DEFAULT false NOT NULL,
	`text` text NOT NULL,
	`created_at` text NOT NULL,
	`dedupe_key` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `thread_messages_dedupe` ON `thread_messages` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `thread_messages_thread` ON `thread_messages` (`thread_id`,`id`);--> statement-breakpoint
CREATE TABLE `threads` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`wallet` text,
	`contact_name` text,
	`contact_email` text,
	`subject` text NOT NULL,
	`type` text NOT NULL,
	`category` text,
	`priority` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`claim_id` integer,
	`policy_id` integer,
	`reply_count` integer DEFAULT 0 NOT NULL,
	`last_sender` text NOT NULL,
	`last_preview` text NOT NULL,
	`last_message_at` text NOT NULL,
	`unread_by_customer` integer NOT NULL,
	`unread_by_support` integer NOT NULL,
	`assigned_to` integer,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `threads_key` ON `threads` (`key`);--> statement-breakpoint
CREATE INDEX `threads_wallet` ON `threads` (`wallet`,`last_message_at`,`id`);--> statement-breakpoint
CREATE INDEX `threads_unread` ON `threads` (`wallet`) WHERE "threads"."unread_by_customer" = 1;--> statement-breakpoint
CREATE INDEX `threads_inbox` ON `threads` (`status`,`last_message_at`,`id`);--> statement-breakpoint
CREATE INDEX `threads_claim` ON `threads` (`claim_id`);--> statement-breakpoint
CREATE INDEX `threads_contact` ON `threads` (`contact_email`,`created_at`);--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`channel` text NOT NULL,
	`target_id` text NOT NULL,
	`wallet` text NOT NULL,
	`event_id` text NOT NULL,
	`event` text NOT NULL,
	`body` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` text NOT NULL,
	`response_status` integer,
	`last_error` text,
	`created_at` text NOT NULL,
	`delivered_at` text
);
--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`state`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `deliveries_target` ON `deliveries` (`target_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_wallet` ON `deliveries` (`wallet`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_once` ON `deliveries` (`target_id`,`event_id`);--> statement-breakpoint
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
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`wallet` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`sealed_secret` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhooks_wallet` ON `webhooks` (`wallet`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `webhooks_place` ON `webhooks` (`wallet`,`url`);