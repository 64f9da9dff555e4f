// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {HolderChange, IInsurancePayment, Policy, Role} from "../../src/IInsurancePayment.sol";
import {BaseTest} from "../BaseTest.sol";

abstract contract HolderChangeBase is BaseTest {
    bytes32 internal quoteId;
    address internal newHolder = makeAddr("new holder");

    function setUp() public override {
        super.setUp();
        quoteId = _buy(_quote(NATIVE));
    }

    function _propose() internal {
        vm.prank(underwriter);
        insurance.proposeHolderChange(quoteId, newHolder);
    }

    function _confirm() internal {
        vm.prank(admin);
        insurance.confirmHolderChange(quoteId, newHolder);
    }

    function _assertChange(address expected, uint256 effectiveAt) internal view {
        HolderChange memory change = insurance.holderChangeOf(quoteId);
        assertEq(change.newHolder, expected);
        assertEq(change.effectiveAt, effectiveAt);
    }

    function _expectNone(address proposed) internal {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NoHolderChange.selector, quoteId, proposed));
    }
}

contract ProposeHolderChangeTest is HolderChangeBase {
    function test_RevertWhen_TheCallerLacksTheUnderwriterRole() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NotInRole.selector, Role.Underwriter, admin));
        vm.prank(admin);
        insurance.proposeHolderChange(quoteId, newHolder);
    }

    function test_RevertWhen_TheNewHolderIsZero() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.ZeroAddress.selector));
        vm.prank(underwriter);
        insurance.proposeHolderChange(quoteId, address(0));
    }

    function test_RevertWhen_ThePolicyIsUnknown() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.PolicyUnknown.selector, bytes32("unknown")));
        vm.prank(underwriter);
        insurance.proposeHolderChange("unknown", newHolder);
    }

    function test_WhenThePolicyIsKnown() public {
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.HolderChangeProposed(quoteId, holder, newHolder);
        _propose();
        _assertChange(newHolder, 0);
        assertEq(insurance.policyOf(quoteId).holder, holder);
    }

    function test_WhenAnotherChangeWasConfirmed() public {
        _propose();
        _confirm();
        newHolder = makeAddr("third holder");
        _propose();
        _assertChange(newHolder, 0);
    }
}

contract ConfirmHolderChangeTest is HolderChangeBase {
    function test_RevertWhen_TheCallerIsNotTheAdmin() public {
        _propose();
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NotAdmin.selector, underwriter));
        vm.prank(underwriter);
        insurance.confirmHolderChange(quoteId, newHolder);
    }

    function test_RevertWhen_NothingIsProposed() public {
        _expectNone(newHolder);
        _confirm();
    }

    function test_RevertWhen_ZeroIsConfirmedWhereNothingIsProposed() public {
        newHolder = address(0);
        _expectNone(newHolder);
        _confirm();
    }

    function test_RevertWhen_AnotherHolderIsProposed() public {
        _propose();
        newHolder = stranger;
        _expectNone(newHolder);
        _confirm();
    }

    function test_WhenTheProposedHolderIsConfirmed() public {
        _propose();
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.HolderChangeConfirmed(quoteId, holder, newHolder, uint64(NOW + 2 days));
        _confirm();
        _assertChange(newHolder, NOW + 2 days);
        assertEq(insurance.policyOf(quoteId).holder, holder);
    }
}

contract StopHolderChangeTest is HolderChangeBase {
    function test_RevertWhen_ThePolicyIsUnknown() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.PolicyUnknown.selector, bytes32("unknown")));
        vm.prank(admin);
        insurance.stopHolderChange("unknown");
    }

    function test_RevertWhen_AStrangerCalls() public {
        _propose();
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NotInRole.selector, Role.Underwriter, stranger));
        vm.prank(stranger);
        insurance.stopHolderChange(quoteId);
    }

    function test_RevertWhen_TheNewHolderCalls() public {
        _propose();
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NotInRole.selector, Role.Underwriter, newHolder));
        vm.prank(newHolder);
        insurance.stopHolderChange(quoteId);
    }

    function test_RevertWhen_NothingIsProposed() public {
        _expectNone(address(0));
        vm.prank(holder);
        insurance.stopHolderChange(quoteId);
    }

    function test_WhenTheHolderObjects() public {
        _propose();
        _confirm();
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.HolderChangeStopped(quoteId, newHolder, holder);
        _expectStopped(holder);
    }

    function test_WhenTheUnderwriterWithdrawsIt() public {
        _propose();
        _expectStopped(underwriter);
    }

    function test_WhenTheAdminWithdrawsIt() public {
        _propose();
        _confirm();
        _expectStopped(admin);
    }

    function test_WhenTheTwoDaysAreOverAndNobodyCompletedIt() public {
        _propose();
        _confirm();
        vm.warp(NOW + 3 days);
        _expectStopped(holder);
    }

    function _expectStopped(address by) private {
        vm.prank(by);
        insurance.stopHolderChange(quoteId);
        _assertChange(address(0), 0);
        vm.warp(NOW + 5 days);
        _expectNone(address(0));
        insurance.completeHolderChange(quoteId);
        assertEq(insurance.policyOf(quoteId).holder, holder);
    }
}

contract CompleteHolderChangeTest is HolderChangeBase {
    function test_RevertWhen_NothingIsProposed() public {
        _expectNone(address(0));
        insurance.completeHolderChange(quoteId);
    }

    function test_RevertWhen_ItIsNotConfirmed() public {
        _propose();
        vm.warp(NOW + 30 days);
        _expectNone(newHolder);
        insurance.completeHolderChange(quoteId);
    }

    function test_RevertWhen_TheTwoDaysAreNotOver() public {
        _propose();
        _confirm();
        vm.warp(NOW + 2 days - 1);
        vm.expectRevert(
            abi.encodeWithSelector(IInsurancePayment.HolderChangeNotEffective.selector, quoteId, NOW + 2 days)
        );
        insurance.completeHolderChange(quoteId);
    }

    function test_RevertWhen_ItWasCompletedBefore() public {
        _propose();
        _confirm();
        vm.warp(NOW + 2 days);
        insurance.completeHolderChange(quoteId);
        _expectNone(address(0));
        insurance.completeHolderChange(quoteId);
    }

    function test_WhenTheTwoDaysAreOver() public {
        _propose();
        _confirm();
        Policy memory expected = insurance.policyOf(quoteId);
        expected.holder = newHolder;
        vm.warp(NOW + 2 days);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.HolderChanged(quoteId, holder, newHolder);
        vm.prank(stranger);
        insurance.completeHolderChange(quoteId);
        assertEq(abi.encode(insurance.policyOf(quoteId)), abi.encode(expected));
        _assertChange(address(0), 0);
    }
}
