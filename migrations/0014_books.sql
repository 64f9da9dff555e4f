CREATE TABLE `payout_halts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`chain_id` text NOT NULL,
	`admin_id` integer NOT NULL,
	`reason` text NOT NULL,
	`halted_at` text NOT NULL,
	`until` text NOT NULL,
	`lifted_at` text,
	`lifted_by` integer
);
--> statement-breakpoint
CREATE INDEX `payout_halts_chain` ON `payout_halts` (`chain_id`,`id`);--> statement-breakpoint
CREATE INDEX `payout_halts_admin` ON `payout_halts` (`chain_id`,`admin_id`,`halted_at`);--> statement-breakpoint
CREATE TABLE `payout_proposals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`chain_id` text NOT NULL,
	`quote_id` text NOT NULL,
	`claim_number` integer NOT NULL,
	`incident_at` text NOT NULL,
	`usd` integer NOT NULL,
	`proposed_at` text NOT NULL,
	`payable_at` text NOT NULL,
	`lapses_at` text NOT NULL,
	`vetoed_at` text,
	`vetoed_by` integer,
	`request_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `payout_proposals_quote` ON `payout_proposals` (`quote_id`,`id`);--> statement-breakpoint
CREATE INDEX `payout_proposals_chain` ON `payout_proposals` (`chain_id`,`id`);--> statement-breakpoint
ALTER TABLE `payment_exceptions` ADD `named_quote_id` text;