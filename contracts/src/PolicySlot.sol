// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Status} from "./IInsurancePayment.sol";

// Largest start, in minutes since 1970-01-01 UTC; it is reached in 2097.
uint256 constant MAX_START_MINUTE = (1 << 26) - 1;
// Largest cover, in whole US dollars.
uint256 constant MAX_COVER = (1 << 20) - 1;
// Most claims that a policy counts.
uint256 constant MAX_CLAIMS = (1 << 6) - 1;
// Most currencies that a contract lists, the native coin included.
uint256 constant MAX_CURRENCIES = 1 << 4;

/// One policy in 256 bits. Zero means that there is none: a stored policy's status is never None.
type PolicySlot is uint256;

using PolicySlots for PolicySlot global;

/// @title Packs a policy into one storage slot
/// @dev From the lowest bit: holder 160, start minute 26, end day 16, cover 20, paid out 20, product 2, status 2,
/// claims 6, currency index 4. Callers check the ranges; nothing here truncates what they let through.
library PolicySlots {
    uint256 private constant START_AT = 160;
    uint256 private constant END_AT = 186;
    uint256 private constant COVER_AT = 202;
    uint256 private constant PAID_OUT_AT = 222;
    uint256 private constant PRODUCT_AT = 242;
    uint256 private constant STATUS_AT = 244;
    uint256 private constant CLAIMS_AT = 246;
    uint256 private constant CURRENCY_AT = 252;

    /// @notice A new policy: active, with nothing paid out.
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

    /// @notice First second of cover.
    function start(PolicySlot slot) internal pure returns (uint256) {
        return _field(slot, START_AT, 26) * 1 minutes;
    }

    /// @notice First second after the term: the end day's 24:00 UTC.
    function termEnd(PolicySlot slot) internal pure returns (uint256) {
        return PolicySlot.unwrap(slot) == 0 ? 0 : (_field(slot, END_AT, 16) + 1) * 1 days;
    }

    function cover(PolicySlot slot) internal pure returns (uint256) {
        return _field(slot, COVER_AT, 20);
    }

    function paidOut(PolicySlot slot) internal pure returns (uint256) {
        return _field(slot, PAID_OUT_AT, 20);
    }

    function product(PolicySlot slot) internal pure returns (uint256) {
        return _field(slot, PRODUCT_AT, 2);
    }

    function status(PolicySlot slot) internal pure returns (Status) {
        return Status(_field(slot, STATUS_AT, 2));
    }

    function claims(PolicySlot slot) internal pure returns (uint256) {
        return _field(slot, CLAIMS_AT, 6);
    }

    function currency(PolicySlot slot) internal pure returns (uint256) {
        return _field(slot, CURRENCY_AT, 4);
    }

    /// @notice The policy with one more claim and `dollars` more paid out, which the caller has checked to fit.
    function withClaim(PolicySlot slot, uint256 dollars) internal pure returns (PolicySlot) {
        return PolicySlot.wrap(PolicySlot.unwrap(slot) + (dollars << PAID_OUT_AT) + (uint256(1) << CLAIMS_AT));
    }

    function withStatus(PolicySlot slot, Status status_) internal pure returns (PolicySlot) {
        uint256 cleared = PolicySlot.unwrap(slot) & ~(uint256(3) << STATUS_AT);
        return PolicySlot.wrap(cleared | (uint256(status_) << STATUS_AT));
    }

    function withHolder(PolicySlot slot, address holder_) internal pure returns (PolicySlot) {
        uint256 cleared = (PolicySlot.unwrap(slot) >> START_AT) << START_AT;
        return PolicySlot.wrap(cleared | uint160(holder_));
    }

    function _field(PolicySlot slot, uint256 offset, uint256 bits) private pure returns (uint256) {
        return (PolicySlot.unwrap(slot) >> offset) & ((uint256(1) << bits) - 1);
    }
}
