// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {HolderChange, IInsurancePayment, Quote} from "../../src/IInsurancePayment.sol";
import {BaseTest} from "../BaseTest.sol";

/// What the tests of holder changes share: one policy, and how its change stands.
abstract contract HolderChangeBase is BaseTest {
    Quote internal quote;
    bytes32 internal quoteId;
    address internal newHolder = makeAddr("new holder");

    function setUp() public virtual override {
        super.setUp();
        quote = _quote(NATIVE);
        quoteId = _buy(quote);
    }

    function _propose() internal {
        vm.prank(underwriter);
        insurance.proposeHolderChange(quoteId, newHolder);
    }

    function _confirm(address by) internal {
        vm.prank(by);
        insurance.confirmHolderChange(quoteId, newHolder);
    }

    function _object() internal {
        vm.prank(holder);
        insurance.contestHolderChange(quoteId);
    }

    function _stop(address by) internal {
        vm.prank(by);
        insurance.stopHolderChange(quoteId);
    }

    function _assertChange(HolderChange memory expected) internal view {
        assertEq(abi.encode(insurance.holderChangeOf(quoteId)), abi.encode(expected));
    }

    function _assertNone() internal view {
        HolderChange memory nothing;
        _assertChange(nothing);
    }

    function _expectNone(address proposed) internal {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NoHolderChange.selector, quoteId, proposed));
    }

    function _expectNotEffective(uint256 effectiveAt) internal {
        vm.expectRevert(
            abi.encodeWithSelector(IInsurancePayment.HolderChangeNotEffective.selector, quoteId, effectiveAt)
        );
    }
}
