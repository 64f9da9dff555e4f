// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGovernance} from "../../src/IGovernance.sol";
import {Quote} from "../../src/IInsurancePayment.sol";
import {PayClaimBase} from "./PayClaimBase.sol";

/// A policy in USDC that is in force, and a payout on it that is announced at the time at which its tests begin.
abstract contract AnnouncedPayoutBase is PayClaimBase {
    uint256 internal constant THEN = (TODAY + 2) * 1 days;
    bytes32 internal quoteId;
    Quote internal quote;
    bytes internal payout;

    function setUp() public virtual override {
        super.setUp();
        (quoteId, quote) = _buyInForce(address(usdc));
        payout = _payout(quoteId, 1, START + 7, 400_000);
        _announce(claims, payout);
    }

    function _expectNotAnnounced() internal {
        vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounced.selector, keccak256(payout)));
    }

    function _assertAnnounced(uint256 expectedFrom) internal view {
        (uint256 executableAt, uint256 expiresAt) = insurance.announcementOf(keccak256(payout));
        assertEq(executableAt, expectedFrom);
        assertEq(expiresAt, expectedFrom == 0 ? 0 : expectedFrom + 7 days);
    }
}
