// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Status} from "./IInsurancePayment.sol";

// Starts and ends are counted from 2024-01-01 00:00 UTC, in minutes and in days.
uint256 constant EPOCH_DAY = 19_723;
uint256 constant EPOCH_MINUTE = 28_401_120;
uint256 constant EPOCH = 1_704_067_200;

// Where each field begins, as a power of two. Division, remainder, product and sum cost what shifts and masks do, and
// the compiler can prove what they compute. The holder's address comes first and takes 160 bits.
uint256 constant START_AT = 2 ** 160;
uint256 constant END_AT = 2 ** 185;
uint256 constant COVER_AT = 2 ** 199;
uint256 constant PAID_OUT_AT = 2 ** 219;
uint256 constant PRODUCT_AT = 2 ** 239;
uint256 constant STATUS_AT = 2 ** 243;
uint256 constant CLAIMS_AT = 2 ** 245;
uint256 constant CURRENCY_AT = 2 ** 251;
uint256 constant HELD_AT = 2 ** 255;

// How many values each field has.
uint256 constant HOLDERS = 2 ** 160;
uint256 constant START_MINUTES = 2 ** 25;
uint256 constant END_DAYS = 2 ** 14;
uint256 constant DOLLARS = 2 ** 20;
uint256 constant PRODUCTS = 2 ** 4;
uint256 constant STATUSES = 2 ** 2;
uint256 constant CLAIM_COUNTS = 2 ** 6;
uint256 constant CURRENCIES = 2 ** 4;

/// The claim isn't the policy's next one.
error WrongClaimNumber(uint256 next, uint256 given);
/// As many claims were paid as the registry counts.
error TooManyClaims(uint256 maximum);
error PayoutAboveCover(uint256 remaining, uint256 dollars);

/// One policy in 256 bits. Zero means that there is none: a stored policy's status is never None.
type PolicySlot is uint256;

using PolicySlots for PolicySlot global;

/// @title Packs a policy into one storage slot
/// @dev Callers check the ranges that a quote names; nothing here truncates what they let through.
library PolicySlots {
    /// @notice A new policy: active, with nothing paid out.
    /// @param startMinute First minute of cover since 2024
    /// @param endDay Last day of cover since 2024
    function create(
        address holder_,
        uint256 startMinute,
        uint256 endDay,
        uint256 cover_,
        uint256 product_,
        uint256 currency_
    ) internal pure returns (PolicySlot) {
        // No product overflows and no sum carries while each value is one of its field's.
        unchecked {
            return PolicySlot.wrap(
                uint256(uint160(holder_)) + startMinute * START_AT + endDay * END_AT + cover_ * COVER_AT + product_
                    * PRODUCT_AT + uint256(Status.Active) * STATUS_AT + currency_ * CURRENCY_AT
            );
        }
    }

    function exists(PolicySlot slot) internal pure returns (bool) {
        return PolicySlot.unwrap(slot) != 0;
    }

    function holder(PolicySlot slot) internal pure returns (address) {
        // Less than 2^160.
        // forge-lint: disable-next-line(unsafe-typecast)
        return address(uint160(slot.holderNumber()));
    }

    /// @notice The holder's address as a number, which the compiler can prove something about.
    function holderNumber(PolicySlot slot) internal pure returns (uint256) {
        return PolicySlot.unwrap(slot) % HOLDERS;
    }

    /// @notice First second of cover.
    function start(PolicySlot slot) internal pure returns (uint256) {
        unchecked {
            return EPOCH + PolicySlot.unwrap(slot) / START_AT % START_MINUTES * 1 minutes;
        }
    }

    /// @notice First second after the term, the end day's 24:00 UTC.
    function termEnd(PolicySlot slot) internal pure returns (uint256) {
        unchecked {
            return EPOCH + (PolicySlot.unwrap(slot) / END_AT % END_DAYS + 1) * 1 days;
        }
    }

    function cover(PolicySlot slot) internal pure returns (uint256) {
        return PolicySlot.unwrap(slot) / COVER_AT % DOLLARS;
    }

    function paidOut(PolicySlot slot) internal pure returns (uint256) {
        return PolicySlot.unwrap(slot) / PAID_OUT_AT % DOLLARS;
    }

    function product(PolicySlot slot) internal pure returns (uint256) {
        return PolicySlot.unwrap(slot) / PRODUCT_AT % PRODUCTS;
    }

    function status(PolicySlot slot) internal pure returns (Status) {
        return Status(PolicySlot.unwrap(slot) / STATUS_AT % STATUSES);
    }

    function claims(PolicySlot slot) internal pure returns (uint256) {
        return PolicySlot.unwrap(slot) / CLAIMS_AT % CLAIM_COUNTS;
    }

    function currency(PolicySlot slot) internal pure returns (uint256) {
        return PolicySlot.unwrap(slot) / CURRENCY_AT % CURRENCIES;
    }

    /// @notice Whether a holder change was contested and confirmed: only then it has to be read.
    function isHeld(PolicySlot slot) internal pure returns (bool) {
        return PolicySlot.unwrap(slot) >= HELD_AT;
    }

    function hold(PolicySlot slot) internal pure returns (PolicySlot) {
        return slot.isHeld() ? slot : PolicySlot.wrap(PolicySlot.unwrap(slot) + HELD_AT);
    }

    /// @notice The policy with its next claim, or a revert where the number isn't next, can't be counted, or the
    /// dollars are more than is left of the cover.
    function withClaim(PolicySlot slot, uint256 number, uint256 dollars) internal pure returns (PolicySlot) {
        uint256 next = slot.claims() + 1;
        require(number == next, WrongClaimNumber(next, number));
        require(next < CLAIM_COUNTS, TooManyClaims(CLAIM_COUNTS - 1));
        uint256 remaining = slot.cover() - slot.paidOut();
        require(dollars <= remaining, PayoutAboveCover(remaining, dollars));
        // Both fields have room.
        unchecked {
            return PolicySlot.wrap(PolicySlot.unwrap(slot) + dollars * PAID_OUT_AT + CLAIMS_AT);
        }
    }

    function withStatus(PolicySlot slot, Status status_) internal pure returns (PolicySlot) {
        unchecked {
            return PolicySlot.wrap(
                PolicySlot.unwrap(slot) - uint256(slot.status()) * STATUS_AT + uint256(status_) * STATUS_AT
            );
        }
    }

    function withHolder(PolicySlot slot, address holder_) internal pure returns (PolicySlot) {
        unchecked {
            return PolicySlot.wrap(PolicySlot.unwrap(slot) - slot.holderNumber() + uint160(holder_));
        }
    }
}
