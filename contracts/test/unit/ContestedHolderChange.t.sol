// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Role} from "../../src/IGovernance.sol";
import {HolderChange, IInsurancePayment} from "../../src/IInsurancePayment.sol";
import {HolderChangeBase} from "./HolderChangeBase.sol";

contract ContestHolderChangeTest is HolderChangeBase {
    function test_RevertWhen_ThePolicyIsUnknown() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.PolicyUnknown.selector, bytes32("unknown")));
        insurance.contestHolderChange("unknown");
    }

    function test_RevertWhen_SomebodyElseObjects() public {
        _propose();
        address[3] memory others = [newHolder, underwriter, guardian];
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NotHolder.selector, holder, others[i]));
            vm.prank(others[i]);
            insurance.contestHolderChange(quoteId);
        }
    }

    function test_RevertWhen_NothingIsProposed() public {
        _expectNone(address(0));
        _object();
    }

    function test_RevertWhen_TheProposalHasLapsed() public {
        _propose();
        vm.warp(NOW + 30 days + 1);
        _expectNone(newHolder);
        _object();
    }

    function test_RevertWhen_TheHolderObjectsTwice() public {
        _propose();
        _object();
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.PolicyContested.selector, quoteId));
        _object();
    }

    function test_WhenTheHolderObjectsTheConfirmationIsTakenBack() public {
        _propose();
        _confirm(administrator);
        // Even when it could have been completed already.
        vm.warp(NOW + 5 days);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.HolderChangeContested(quoteId, holder, newHolder, uint64(NOW + 35 days));
        _object();
        _assertChange(HolderChange(newHolder, uint64(NOW + 35 days), 0, true, false, false));
        _expectNotEffective(0);
        insurance.completeHolderChange(quoteId);
    }

    function test_WhenNobodyConfirmsNothingIsBlocked() public {
        _propose();
        _object();
        uint256 purse = holder.balance;
        _reject(quote);
        assertEq(holder.balance, purse + quote.premium);
    }

    /// A policy whose change was contested and confirmed stays marked: only both confirmations make it contested again.
    function test_WhenThePolicyWasHeldBeforeNothingIsBlockedEither() public {
        _contest(quoteId, newHolder);
        _stop(guardian);
        uint256 purse = holder.balance;
        _propose();
        _confirm(administrator);
        _reject(quote);
        assertEq(holder.balance, purse + quote.premium);
        assertEq(insurance.owed(quoteId), 0);
    }
}

contract ConfirmContestedTest is HolderChangeBase {
    function setUp() public override {
        super.setUp();
        _propose();
        _confirm(administrator);
        _object();
    }

    function test_RevertWhen_OneConfirmsTwice() public {
        address[2] memory keys = [administrator, guardian];
        for (uint256 i = 0; i < 2; ++i) {
            uint256 snapshot = vm.snapshotState();
            _confirm(keys[i]);
            vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.AlreadyConfirmed.selector, quoteId));
            _confirm(keys[i]);
            vm.revertToState(snapshot);
        }
    }

    function test_WhenOnlyTheAdministratorConfirms() public {
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.HolderChangeConfirmed(quoteId, newHolder, administrator, 0, uint64(NOW + 30 days));
        _confirm(administrator);
        _assertChange(HolderChange(newHolder, uint64(NOW + 30 days), 0, true, true, false));
        vm.warp(NOW + 30 days);
        _expectNotEffective(0);
        insurance.completeHolderChange(quoteId);
    }

    function test_WhenOnlyTheGuardianConfirms() public {
        _confirm(guardian);
        _assertChange(HolderChange(newHolder, uint64(NOW + 30 days), 0, true, false, true));
        vm.warp(NOW + 30 days);
        _expectNotEffective(0);
        insurance.completeHolderChange(quoteId);
    }

    function test_WhenBothConfirmInEitherOrder() public {
        for (uint256 i = 0; i < 2; ++i) {
            uint256 snapshot = vm.snapshotState();
            _confirm(i == 0 ? administrator : guardian);
            vm.warp(NOW + 1 days);
            address second = i == 0 ? guardian : administrator;
            vm.expectEmit(address(insurance));
            emit IInsurancePayment.HolderChangeConfirmed(
                quoteId, newHolder, second, uint64(NOW + 15 days), uint64(NOW + 22 days)
            );
            _confirm(second);
            _assertChange(HolderChange(newHolder, uint64(NOW + 22 days), uint64(NOW + 15 days), true, true, true));
            vm.revertToState(snapshot);
            vm.warp(NOW);
        }
    }

    function test_WhenBothConfirmInTheLastSecond() public {
        vm.warp(NOW + 30 days);
        _confirm(administrator);
        _confirm(guardian);
        vm.warp(NOW + 51 days);
        insurance.completeHolderChange(quoteId);
        assertEq(insurance.policyOf(quoteId).holder, newHolder);
    }

    /// First two editions: a guardian confirmed, was replaced, became administrator and confirmed again.
    function test_RevertWhen_OnePersonConfirmsInBothRoles() public {
        _confirm(guardian);
        bytes memory successor = abi.encodeCall(insurance.grantRole, (Role.Guardian, makeAddr("next guardian")));
        _await(administrator, successor);
        _execute(administrator, successor);
        // The new guardian removes what is announced in this second.
        vm.warp(block.timestamp + 1);
        bytes memory handover = abi.encodeCall(insurance.grantRole, (Role.Administrator, guardian));
        _await(administrator, handover);
        _execute(guardian, handover);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.AlreadyConfirmed.selector, quoteId));
        _confirm(guardian);
        assertEq(insurance.holderChangeOf(quoteId).effectiveAt, 0);
    }

    function test_WhenAChangeWasConfirmedByTheOtherOneBefore() public {
        _confirm(guardian);
        _stop(administrator);
        _propose();
        _confirm(administrator);
        _confirm(guardian);
        assertEq(insurance.holderChangeOf(quoteId).effectiveAt, NOW + 14 days);
    }
}

contract ContestedTest is HolderChangeBase {
    function setUp() public override {
        super.setUp();
        _contest(quoteId, newHolder);
    }

    function test_RevertWhen_FourteenDaysAreNotOver() public {
        vm.warp(NOW + 14 days - 1);
        _expectNotEffective(NOW + 14 days);
        insurance.completeHolderChange(quoteId);
    }

    function test_WhenFourteenDaysAreOver() public {
        vm.warp(NOW + 14 days);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.HolderChanged(quoteId, holder, newHolder);
        vm.prank(stranger);
        insurance.completeHolderChange(quoteId);
        assertEq(insurance.policyOf(quoteId).holder, newHolder);
        _assertNone();
        // Settled: what is due is delivered, and consented to, at once.
        vm.prank(newHolder);
        insurance.consentToCancellation(quoteId, 1, block.timestamp);
        vm.prank(underwriter);
        insurance.refund(quote, 1, block.timestamp, "");
        assertEq(newHolder.balance, 1);
    }

    function test_RevertWhen_TheUnderwriterStopsOrReplacesIt() public {
        _expectUnauthorized(underwriter, IInsurancePayment.stopHolderChange.selector);
        _stop(underwriter);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.PolicyContested.selector, quoteId));
        _propose();
    }

    function test_WhenTheAdministratorStopsIt() public {
        _expectStopped(administrator);
    }

    function test_WhenTheGuardianStopsIt() public {
        _expectStopped(guardian);
    }

    function test_WhenItIsProposedAgainAfterAStop() public {
        _stop(administrator);
        _assertNone();
        uint256 lapsesAt = block.timestamp + 30 days;
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.HolderChangeContested(quoteId, holder, newHolder, uint64(lapsesAt));
        _propose();
        _assertChange(HolderChange(newHolder, uint64(lapsesAt), 0, true, false, false));
        _confirm(administrator);
        _expectNotEffective(0);
        insurance.completeHolderChange(quoteId);
    }

    function test_WhenItIsProposedAgainMuchLater() public {
        _stop(guardian);
        vm.warp(NOW + 300 days);
        _propose();
        assertTrue(insurance.holderChangeOf(quoteId).contested);
    }

    function test_WhenTheNewHolderIsToBeReplacedItStartsWithoutAnObjection() public {
        vm.warp(NOW + 14 days);
        insurance.completeHolderChange(quoteId);
        address second = newHolder;
        newHolder = stranger;
        _propose();
        _confirm(administrator);
        assertFalse(insurance.holderChangeOf(quoteId).contested);
        // The mark of the settled objection alone blocks nothing.
        _reject(quote);
        assertEq(second.balance, quote.premium);
    }

    function test_WhenItLapsesTheHolderStays() public {
        vm.warp(NOW + 21 days + 1);
        _assertNone();
        _expectNone(newHolder);
        insurance.completeHolderChange(quoteId);
        assertEq(insurance.policyOf(quoteId).holder, holder);
        uint256 purse = holder.balance;
        vm.prank(holder);
        insurance.consentToCancellation(quoteId, 1, block.timestamp);
        vm.prank(underwriter);
        insurance.refund(quote, 1, block.timestamp, "");
        assertEq(holder.balance, purse + 1);
    }

    function test_WhenPayoutsAreMadeTheyAreOwedToWhoeverHoldsItThen() public {
        vm.warp(NOW + 10 days);
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, block.timestamp, 1000, 0.5 ether, FOREVER);
        bytes memory payout = _payout(quoteId, 2, block.timestamp, 2000);
        _await(claims, payout);
        _payAnnounced(payout, 1 ether);
        assertEq(insurance.owed(quoteId), 1.5 ether);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.PolicyContested.selector, quoteId));
        vm.prank(holder);
        insurance.pull(quoteId, holder);
        vm.warp(NOW + 14 days);
        insurance.completeHolderChange(quoteId);
        vm.prank(newHolder);
        insurance.pull(quoteId, newHolder);
        assertEq(newHolder.balance, 1.5 ether);
    }

    function test_WhenAPayoutIsMadeInTheLastSecondOfTheLapse() public {
        uint256 purse = holder.balance;
        vm.warp(NOW + 21 days);
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, block.timestamp, 1000, 0.5 ether, FOREVER);
        assertEq(insurance.owed(quoteId), 0.5 ether);
        vm.warp(NOW + 21 days + 1);
        vm.prank(claims);
        insurance.payClaim(quoteId, 2, block.timestamp, 1000, 0.5 ether, FOREVER);
        assertEq(insurance.owed(quoteId), 0.5 ether);
        assertEq(holder.balance, purse + 0.5 ether);
    }

    function _expectStopped(address by) private {
        vm.warp(NOW + 14 days);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.HolderChangeStopped(quoteId, newHolder, by);
        _stop(by);
        _assertNone();
        _expectNone(address(0));
        insurance.completeHolderChange(quoteId);
        uint256 purse = holder.balance;
        _reject(quote);
        assertEq(holder.balance, purse + quote.premium);
    }
}
