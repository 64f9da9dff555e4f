// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";

import {Status} from "../../src/IInsurancePayment.sol";
import "../../src/PolicySlot.sol" as Slot;
import {PolicySlot, PolicySlots} from "../../src/PolicySlot.sol";

contract PolicySlotFuzzTest is Test {
    struct Fields {
        address holder;
        uint256 startMinute;
        uint256 endDay;
        uint256 cover;
        uint256 product;
        uint256 currency;
        uint256 paidOut;
        uint256 claims;
        bool held;
    }

    /// The fields stand one after the other, without a gap or an overlap, and fill the slot.
    function test_FillsExactly256Bits() public pure {
        uint256[9] memory sizes = [
            Slot.HOLDERS,
            Slot.START_MINUTES,
            Slot.END_DAYS,
            Slot.DOLLARS,
            Slot.DOLLARS,
            Slot.PRODUCTS,
            Slot.STATUSES,
            Slot.CLAIM_COUNTS,
            Slot.CURRENCIES
        ];
        uint256[9] memory offsets = [
            Slot.START_AT,
            Slot.END_AT,
            Slot.COVER_AT,
            Slot.PAID_OUT_AT,
            Slot.PRODUCT_AT,
            Slot.STATUS_AT,
            Slot.CLAIMS_AT,
            Slot.CURRENCY_AT,
            Slot.HELD_AT
        ];
        // Written out: a field that moves together with its neighbors still shows.
        uint256[9] memory expected = [uint256(160), 185, 199, 219, 239, 243, 245, 251, 255];
        uint256 next = 1;
        for (uint256 i = 0; i < 9; ++i) {
            next *= sizes[i];
            assertEq(offsets[i], next);
            assertEq(offsets[i], uint256(1) << expected[i]);
        }
        assertEq(Slot.EPOCH, 1_704_067_200);
        assertEq(Slot.PRODUCTS, 16);
        assertEq(Slot.CLAIM_COUNTS, 64);
        assertEq(Slot.CURRENCIES, 16);
        assertEq(Slot.DOLLARS, 1_048_576);
        // 2087-10-18 and 2068-11-08, in seconds since 1970.
        assertEq(Slot.EPOCH + (Slot.START_MINUTES - 1) * 60, 3_717_333_060);
        assertEq(Slot.EPOCH + Slot.END_DAYS * 1 days, 3_119_644_800);
    }

    function testFuzz_KeepsEveryField(Fields memory fields) public pure {
        PolicySlot slot = _create(fields);
        _assertFields(slot, fields, Status.Active);
    }

    function testFuzz_CountsClaimsWithoutTouchingOthers(Fields memory fields, uint256 dollars) public pure {
        PolicySlot slot = _create(fields);
        dollars = bound(dollars, 0, fields.cover - fields.paidOut);
        slot = slot.withClaim(fields.claims + 1, dollars);
        fields.paidOut += dollars;
        fields.claims += 1;
        _assertFields(slot, fields, Status.Active);
    }

    /// Each field has room for what is let in, and nothing else is.
    function testFuzz_CountsOnlyTheNextClaimWithinTheCover(Fields memory fields, uint256 number, uint256 dollars)
        public
    {
        PolicySlot slot = _create(fields);
        if (fields.claims == 62 && fields.product % 2 == 0) {
            slot = slot.withClaim(63, 0);
            fields.claims = 63;
        }
        number = number % 4 == 0 ? number : fields.claims + number % 3;
        dollars = dollars % 4 == 0 ? dollars : dollars % (fields.cover - fields.paidOut + 2);
        bool allowed = number == fields.claims + 1 && number <= 63 && dollars <= fields.cover - fields.paidOut;
        try this.withClaim(slot, number, dollars) returns (PolicySlot) {
            assertTrue(allowed);
        } catch {
            assertFalse(allowed);
        }
    }

    /// Another frame, so that a revert can be caught.
    function withClaim(PolicySlot slot, uint256 number, uint256 dollars) external pure returns (PolicySlot) {
        return slot.withClaim(number, dollars);
    }

    function testFuzz_ChangesStatusWithoutTouchingOthers(Fields memory fields, uint8 first, uint8 second) public pure {
        PolicySlot slot = _create(fields).withStatus(Status(first % 4)).withStatus(Status(second % 4));
        _assertFields(slot, fields, Status(second % 4));
    }

    function testFuzz_ChangesHolderWithoutTouchingOthers(Fields memory fields, address next) public pure {
        PolicySlot slot = _create(fields).withHolder(next);
        fields.holder = next;
        _assertFields(slot, fields, Status.Active);
    }

    function testFuzz_HoldsWithoutTouchingOthers(Fields memory fields) public pure {
        PolicySlot slot = _create(fields).hold().hold();
        fields.held = true;
        _assertFields(slot, fields, Status.Active);
    }

    /// Any sequence of changes leaves each field at its last value.
    function testFuzz_AppliesChangesInAnyOrder(Fields memory fields, uint256 changes, address next) public pure {
        PolicySlot slot = _create(fields);
        Status status = Status.Active;
        for (uint256 i = 0; i < 16; ++i) {
            uint256 change = (changes >> (i * 8)) & 0xff;
            if (change % 4 == 0) {
                fields.held = true;
                slot = slot.hold();
            } else if (change % 4 == 1) {
                status = Status(change / 4 % 4);
                slot = slot.withStatus(status);
            } else if (change % 4 == 2) {
                fields.holder = address(uint160(next) ^ uint160(i));
                slot = slot.withHolder(fields.holder);
            } else if (fields.claims < 63 && fields.paidOut < fields.cover) {
                fields.claims += 1;
                fields.paidOut += 1;
                slot = slot.withClaim(fields.claims, 1);
            }
        }
        _assertFields(slot, fields, status);
    }

    function _create(Fields memory fields) private pure returns (PolicySlot slot) {
        fields.startMinute = bound(fields.startMinute, 0, (1 << 25) - 1);
        fields.endDay = bound(fields.endDay, 0, (1 << 14) - 1);
        fields.cover = bound(fields.cover, 0, (1 << 20) - 1);
        fields.product = bound(fields.product, 0, 15);
        fields.currency = bound(fields.currency, 0, 15);
        fields.claims = bound(fields.claims, 0, 62);
        fields.paidOut = fields.claims == 0 ? 0 : bound(fields.paidOut, 0, fields.cover);
        slot = PolicySlots.create(
            fields.holder, fields.startMinute, fields.endDay, fields.cover, fields.product, fields.currency
        );
        for (uint256 i = 0; i < fields.claims; ++i) {
            slot = slot.withClaim(i + 1, i == 0 ? fields.paidOut : 0);
        }
        if (fields.held) slot = slot.hold();
    }

    function _assertFields(PolicySlot slot, Fields memory fields, Status status) private pure {
        assertEq(slot.exists(), PolicySlot.unwrap(slot) != 0);
        assertEq(slot.holder(), fields.holder);
        assertEq(slot.cover(), fields.cover);
        assertEq(slot.product(), fields.product);
        assertEq(slot.currency(), fields.currency);
        assertEq(slot.paidOut(), fields.paidOut);
        assertEq(slot.claims(), fields.claims);
        assertEq(slot.isHeld(), fields.held);
        assertEq(uint8(slot.status()), uint8(status));
        if (!slot.exists()) return;
        assertEq(slot.start(), 1_704_067_200 + fields.startMinute * 60);
        assertEq(slot.termEnd(), 1_704_067_200 + (fields.endDay + 1) * 86_400);
    }
}
