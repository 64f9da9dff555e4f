ALTER TABLE `policy_contacts` ADD `nickname` text;--> statement-breakpoint
CREATE INDEX `policy_contacts_nickname_key` ON `policy_contacts` (substr("nickname", 1, instr("nickname", '.') - 1));