ALTER TABLE `threads` ADD `read_by_customer_id` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `threads_type` ON `threads` (`wallet`,`type`,`last_message_at`,`id`);
--> statement-breakpoint
-- What the customer has opened of the threads so far: all of a read one, and up to their own last message of another.
UPDATE `threads` SET `read_by_customer_id` = coalesce((
	SELECT max(`id`) FROM `thread_messages`
	WHERE `thread_id` = `threads`.`id` AND (`threads`.`unread_by_customer` = 0 OR `sender` = 'user')
), 0);
