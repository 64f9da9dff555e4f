// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";

import {Status} from "../../src/IInsurancePayment.sol";
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
    }

    function testFuzz_KeepsEveryField(Fields memory fields) public pure {
        PolicySlot slot = _create(fields);
        _assertFields(slot, fields, Status.Active);
    }

    function testFuzz_CountsClaimsWithoutTouchingOthers(Fields memory fields, uint256 dollars) public pure {
        fields.claims = bound(fields.claims, 0, 62);
        PolicySlot slot = _create(fields);
        dollars = bound(dollars, 0, fields.cover - fields.paidOut);
        slot = slot.withClaim(dollars);
        fields.paidOut += dollars;
        fields.claims += 1;
        _assertFields(slot, fields, Status.Active);
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

    function _create(Fields memory fields) private pure returns (PolicySlot slot) {
        fields.startMinute = bound(fields.startMinute, 0, (1 << 26) - 1);
        fields.endDay = bound(fields.endDay, 0, type(uint16).max);
        fields.cover = bound(fields.cover, 0, (1 << 20) - 1);
        fields.product = bound(fields.product, 0, 3);
        fields.currency = bound(fields.currency, 0, 15);
        fields.claims = bound(fields.claims, 0, 63);
        fields.paidOut = fields.claims == 0 ? 0 : bound(fields.paidOut, 0, fields.cover);
        slot = PolicySlots.create(
            fields.holder, fields.startMinute, fields.endDay, fields.cover, fields.product, fields.currency
        );
        for (uint256 i = 0; i < fields.claims; ++i) {
            slot = slot.withClaim(i == 0 ? fields.paidOut : 0);
        }
    }

    function _assertFields(PolicySlot slot, Fields memory fields, Status status) private pure {
        assertTrue(slot.exists() || PolicySlot.unwrap(slot) == 0);
        assertEq(slot.holder(), fields.holder);
        assertEq(slot.start(), fields.startMinute * 60);
        if (slot.exists()) assertEq(slot.termEnd(), (fields.endDay + 1) * 86_400);
        assertEq(slot.cover(), fields.cover);
        assertEq(slot.product(), fields.product);
        assertEq(slot.currency(), fields.currency);
        assertEq(slot.paidOut(), fields.paidOut);
        assertEq(slot.claims(), fields.claims);
        assertEq(uint8(slot.status()), uint8(status));
    }
}
