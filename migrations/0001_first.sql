CREATE TABLE `accounts` (
	`wallet` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`created_at` text NOT NULL,
	`last_sign_in_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `accounts_newest` ON `accounts` (`created_at`,`wallet`);--> statement-breakpoint
CREATE TABLE `drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`wallet` text NOT NULL,
	`product` text NOT NULL,
	`start_date` text NOT NULL,
	`end_date` text NOT NULL,
	`sealed` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `drafts_expiry` ON `drafts` (`expires_at`);--> statement-breakpoint
CREATE TABLE `exposures` (
	`chain_id` text NOT NULL,
	`end_date` text NOT NULL,
	`coverage_usd` integer NOT NULL,
	PRIMARY KEY(`chain_id`, `end_date`)
);
--> statement-breakpoint
CREATE TABLE `guards` (
	`id` integer PRIMARY KEY NOT NULL,
	`ok` integer NOT NULL,
	CONSTRAINT "guard_holds" CHECK("guards"."ok" = 1)
);
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`wallet` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`status` integer,
	`body` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`wallet`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_age` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `nonces` (
	`nonce` text PRIMARY KEY NOT NULL,
	`wallet` text NOT NULL,
	`kind` text NOT NULL,
	`chain_id` text NOT NULL,
	`message` text NOT NULL,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `nonces_expiry` ON `nonces` (`expires_at`);--> statement-breakpoint
CREATE TABLE `payment_exceptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`reason` text NOT NULL,
	`detail` text NOT NULL,
	`chain_id` text NOT NULL,
	`contract` text NOT NULL,
	`tx_hash` text NOT NULL,
	`log_index` integer NOT NULL,
	`block_number` integer NOT NULL,
	`block_hash` text NOT NULL,
	`block_time` text NOT NULL,
	`quote_id` text NOT NULL,
	`wallet` text NOT NULL,
	`token` text,
	`amount` text NOT NULL,
	`product_code` integer NOT NULL,
	`coverage_usd` integer NOT NULL,
	`details_hash` text NOT NULL,
	`input` text NOT NULL,
	`status` text NOT NULL,
	`created_at` text NOT NULL,
	`resolved_at` text
);
--> statement-breakpoint
CREATE INDEX `payment_exceptions_open` ON `payment_exceptions` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `payment_exceptions_block` ON `payment_exceptions` (`chain_id`,`block_number`);--> statement-breakpoint
CREATE INDEX `payment_exceptions_quote` ON `payment_exceptions` (`quote_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_exceptions_event` ON `payment_exceptions` (`chain_id`,`tx_hash`,`log_index`);--> statement-breakpoint
CREATE TABLE `payment_hints` (
	`chain_id` text NOT NULL,
	`tx_hash` text NOT NULL,
	`wallet` text NOT NULL,
	`quote_id` text,
	`created_at` text NOT NULL,
	`next_check_at` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`chain_id`, `tx_hash`, `wallet`)
);
--> statement-breakpoint
CREATE INDEX `payment_hints_due` ON `payment_hints` (`chain_id`,`next_check_at`);--> statement-breakpoint
CREATE TABLE `payments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`quote_id` text NOT NULL,
	`chain_id` text NOT NULL,
	`tx_hash` text NOT NULL,
	`log_index` integer NOT NULL,
	`block_number` integer NOT NULL,
	`block_hash` text NOT NULL,
	`block_time` text NOT NULL,
	`wallet` text NOT NULL,
	`currency` text NOT NULL,
	`amount` text NOT NULL,
	`status` text NOT NULL,
	`created_at` text NOT NULL,
	`confirmed_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_quote` ON `payments` (`quote_id`);--> statement-breakpoint
CREATE INDEX `payments_block` ON `payments` (`chain_id`,`block_number`);--> statement-breakpoint
CREATE INDEX `payments_status` ON `payments` (`chain_id`,`status`,`block_number`);--> statement-breakpoint
CREATE INDEX `payments_newest` ON `payments` (`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_event` ON `payments` (`chain_id`,`tx_hash`,`log_index`);--> statement-breakpoint
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
	`end_date` text NOT NULL,
	`cover_from` text,
	`cover_until` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `policies_quote` ON `policies` (`quote_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `policies_group` ON `policies` (`group_id`);--> statement-breakpoint
CREATE INDEX `policies_wallet` ON `policies` (`wallet`,`id`);--> statement-breakpoint
CREATE INDEX `policies_newest` ON `policies` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `policy_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`policy_id` integer NOT NULL,
	`kind` text NOT NULL,
	`from_status` text,
	`to_status` text NOT NULL,
	`at` text NOT NULL,
	`chain_id` text NOT NULL,
	`tx_hash` text NOT NULL,
	`currency` text NOT NULL,
	`amount` text NOT NULL,
	`rate` text NOT NULL,
	`usd` integer NOT NULL,
	`request_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `policy_events_policy` ON `policy_events` (`policy_id`,`id`);--> statement-breakpoint
CREATE INDEX `policy_events_newest` ON `policy_events` (`at`,`id`);--> statement-breakpoint
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
	`product` text NOT NULL,
	`premium_usd` integer NOT NULL,
	`coverage_usd` integer NOT NULL,
	`days` integer NOT NULL,
	`start_date` text NOT NULL,
	`end_date` text NOT NULL,
	`valid_until` text NOT NULL,
	`email` text NOT NULL,
	`details` text NOT NULL,
	`sealed` text NOT NULL,
	`wording_version` text NOT NULL,
	`details_salt` text NOT NULL,
	`details_hash` text NOT NULL,
	`signature` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `quotes_wallet` ON `quotes` (`wallet`,`chain_id`,`valid_until`);--> statement-breakpoint
CREATE INDEX `quotes_newest` ON `quotes` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `scan_cursors` (
	`chain_id` text PRIMARY KEY NOT NULL,
	`block_number` integer NOT NULL,
	`block_hash` text NOT NULL,
	`block_time` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`jti` text PRIMARY KEY NOT NULL,
	`wallet` text NOT NULL,
	`kind` text NOT NULL,
	`nonce` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`revoked_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_nonce` ON `sessions` (`nonce`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE INDEX `sessions_wallet` ON `sessions` (`wallet`,`created_at`);