// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Status} from "./IInsurancePayment.sol";

// Everything here is a number of its own, because the compiler computes a sum of constants at each use. A test
// holds them to each other and to 256 bits.

// Starts and ends are counted from 2024-01-01 00:00 UTC, in minutes and in days.
uint256 constant EPOCH_DAY = 19_723;
uint256 constant EPOCH_MINUTE = 28_401_120;
uint256 constant EPOCH = 1_704_067_200;

// Widths in bits, from the lowest; the holder's address comes first.
uint256 constant HOLDER_BITS = 160;
uint256 constant START_BITS = 25;
uint256 constant END_BITS = 14;
uint256 constant COVER_BITS = 20;
uint256 constant PAID_OUT_BITS = 20;
uint256 constant PRODUCT_BITS = 4;
uint256 constant STATUS_BITS = 2;
uint256 constant CLAIMS_BITS = 6;
uint256 constant CURRENCY_BITS = 4;
uint256 constant HELD_BITS = 1;

// Offsets: each where the one before ends.
uint256 constant START_AT = 160;
uint256 constant END_AT = 185;
uint256 constant COVER_AT = 199;
uint256 constant PAID_OUT_AT = 219;
uint256 constant PRODUCT_AT = 239;
uint256 constant STATUS_AT = 243;
uint256 constant CLAIMS_AT = 245;
uint256 constant CURRENCY_AT = 251;
uint256 constant HELD_AT = 255;

// The bits of a status, before they are shifted.
uint256 constant STATUS_MASK = 0x3;
// Largest start, in minutes since 2024; it is reached in 2087.
uint256 constant MAX_START_MINUTE = 0x1ffffff;
// Largest last day, in days since 2024; it is reached in 2068.
uint256 constant MAX_END_DAY = 0x3fff;
// Largest cover, in whole US dollars.
uint256 constant MAX_COVER = 0xfffff;
// Largest product code; zero is none.
uint256 constant MAX_PRODUCT = 0xf;
// Most claims that a policy counts.
uint256 constant MAX_CLAIMS = 0x3f;
// Most currencies that a contract lists, the native coin included.
uint256 constant MAX_CURRENCIES = 16;

/// One policy in 256 bits. Zero means that there is none: a stored policy's status is never None.
type PolicySlot is uint256;

using PolicySlots for PolicySlot global;

/// @title Packs a policy into one storage slot
/// @dev Callers check the ranges; nothing here truncates what they let through.
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
        return PolicySlot.wrap(
            uint256(uint160(holder_)) | (startMinute << START_AT) | (endDay << END_AT) | (cover_ << COVER_AT)
                | (product_ << PRODUCT_AT) | (uint256(Status.Active) << STATUS_AT) | (currency_ << CURRENCY_AT)
        );
    }

    function exists(PolicySlot slot) internal pure returns (bool) {
        return PolicySlot.unwrap(slot) != 0;
    }

    function holder(PolicySlot slot) internal pure returns (address) {
        return address(uint160(PolicySlot.unwrap(slot)));
    }

    /// @notice First second of cover; zero for no policy.
    function start(PolicySlot slot) internal pure returns (uint256) {
        if (!slot.exists()) return 0;
        // 25 bits of minutes don't overflow.
        unchecked {
            return EPOCH + _field(slot, START_AT, START_BITS) * 1 minutes;
        }
    }

    /// @notice First second after the term, the end day's 24:00 UTC; zero for no policy.
    function termEnd(PolicySlot slot) internal pure returns (uint256) {
        if (!slot.exists()) return 0;
        // 14 bits of days don't overflow.
        unchecked {
            return EPOCH + (_field(slot, END_AT, END_BITS) + 1) * 1 days;
        }
    }

    function cover(PolicySlot slot) internal pure returns (uint256) {
        return _field(slot, COVER_AT, COVER_BITS);
    }

    function paidOut(PolicySlot slot) internal pure returns (uint256) {
        return _field(slot, PAID_OUT_AT, PAID_OUT_BITS);
    }

    function product(PolicySlot slot) internal pure returns (uint256) {
        return _field(slot, PRODUCT_AT, PRODUCT_BITS);
    }

    function status(PolicySlot slot) internal pure returns (Status) {
        return Status(_field(slot, STATUS_AT, STATUS_BITS));
    }

    function claims(PolicySlot slot) internal pure returns (uint256) {
        return _field(slot, CLAIMS_AT, CLAIMS_BITS);
    }

    function currency(PolicySlot slot) internal pure returns (uint256) {
        return _field(slot, CURRENCY_AT, CURRENCY_BITS);
    }

    /// @notice Whether a payout was proposed or a holder change is contested: then, and after its end, the policy's
    /// annex has to be read.
    function isHeld(PolicySlot slot) internal pure returns (bool) {
        return _field(slot, HELD_AT, HELD_BITS) == 1;
    }

    function hold(PolicySlot slot) internal pure returns (PolicySlot) {
        return PolicySlot.wrap(PolicySlot.unwrap(slot) | (uint256(1) << HELD_AT));
    }

    /// @notice The policy with one more claim and `dollars` more paid out, which the caller has checked to fit.
    function withClaim(PolicySlot slot, uint256 dollars) internal pure returns (PolicySlot) {
        // Both fields have room.
        unchecked {
            return PolicySlot.wrap(PolicySlot.unwrap(slot) + (dollars << PAID_OUT_AT) + (uint256(1) << CLAIMS_AT));
        }
    }

    function withStatus(PolicySlot slot, Status status_) internal pure returns (PolicySlot) {
        uint256 cleared = PolicySlot.unwrap(slot) & ~(STATUS_MASK << STATUS_AT);
        return PolicySlot.wrap(cleared | (uint256(status_) << STATUS_AT));
    }

    function withHolder(PolicySlot slot, address holder_) internal pure returns (PolicySlot) {
        uint256 cleared = (PolicySlot.unwrap(slot) >> START_AT) << START_AT;
        return PolicySlot.wrap(cleared | uint160(holder_));
    }

    function _field(PolicySlot slot, uint256 offset, uint256 bits) private pure returns (uint256) {
        // One shifted left is at least one.
        unchecked {
            return (PolicySlot.unwrap(slot) >> offset) & ((uint256(1) << bits) - 1);
        }
    }
}
