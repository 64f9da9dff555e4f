// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IInsurancePayment, ProposedPayout, Quote} from "../../src/IInsurancePayment.sol";
import {PayClaimBase} from "./PayClaimBase.sol";

/// A policy in USDC that is in force, and the time at which its tests begin.
abstract contract ProposedPayoutBase is PayClaimBase {
    uint256 internal constant THEN = (TODAY + 2) * 1 days;
    bytes32 internal quoteId;
    Quote internal quote;

    function setUp() public virtual override {
        super.setUp();
        (quoteId, quote) = _buyInForce(address(usdc));
    }

    function _payProposed(uint256 amount) internal {
        _payProposed(1, amount);
    }

    function _payProposed(uint256 number, uint256 amount) internal {
        vm.prank(claims);
        insurance.payProposed(quoteId, number, amount, FOREVER);
    }

    function _veto(address by) internal {
        vm.prank(by);
        insurance.vetoPayout(quoteId);
    }

    function _expectNoneProposed() internal {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NoPayoutProposed.selector, quoteId));
    }

    function _assertProposed(uint32 dollars, uint256 incidentAt, uint256 payableAt) internal view {
        ProposedPayout memory expected;
        if (dollars > 0) {
            expected = ProposedPayout(dollars, uint64(incidentAt), uint64(payableAt), uint64(payableAt + 7 days));
        }
        assertEq(abi.encode(insurance.proposedPayoutOf(quoteId)), abi.encode(expected));
    }
}
