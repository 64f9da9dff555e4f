DROP INDEX `outbox_due`;--> statement-breakpoint
DROP INDEX `outbox_state`;--> statement-breakpoint
CREATE INDEX `outbox_state` ON `outbox` (`state`,`next_attempt_at`);