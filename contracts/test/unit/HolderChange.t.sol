// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {HolderChange, IInsurancePayment, Policy} from "../../src/IInsurancePayment.sol";
import {Wallet} from "../mocks/Wallet.sol";
import {HolderChangeBase} from "./HolderChangeBase.sol";

contract ProposeHolderChangeTest is HolderChangeBase {
    function test_RevertWhen_TheNewHolderCannotBeOne() public {
        address[3] memory refused = [address(0), address(insurance), holder];
        for (uint256 i = 0; i < 3; ++i) {
            newHolder = refused[i];
            vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.InvalidHolder.selector, newHolder));
            _propose();
        }
    }

    function test_RevertWhen_ThePolicyIsUnknown() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.PolicyUnknown.selector, bytes32("unknown")));
        vm.prank(underwriter);
        insurance.proposeHolderChange("unknown", newHolder);
    }

    function test_WhenThePolicyIsKnown() public {
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.HolderChangeProposed(quoteId, holder, newHolder, uint64(NOW + 30 days));
        _propose();
        _assertChange(HolderChange(newHolder, uint64(NOW + 30 days), 0, false, false, false));
        assertEq(insurance.policyOf(quoteId).holder, holder);
    }

    function test_WhenAnotherChangeWasNotConfirmedItIsReplaced() public {
        _propose();
        vm.warp(NOW + 1 days);
        newHolder = makeAddr("third holder");
        _propose();
        _assertChange(HolderChange(newHolder, uint64(NOW + 31 days), 0, false, false, false));
        vm.warp(NOW + 10 days);
        _expectNotEffective(0);
        insurance.completeHolderChange(quoteId);
    }

    /// First two editions: the underwriter replaced it a second before it completed.
    function test_RevertWhen_AnotherChangeWasConfirmed() public {
        _propose();
        _confirm(administrator);
        uint256[2] memory times = [NOW + 2 days - 1, NOW + 9 days];
        for (uint256 i = 0; i < 2; ++i) {
            vm.warp(times[i]);
            vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.AlreadyConfirmed.selector, quoteId));
            _propose();
        }
        insurance.completeHolderChange(quoteId);
        assertEq(insurance.policyOf(quoteId).holder, newHolder);
    }

    function test_WhenTheConfirmedChangeHasLapsed() public {
        _propose();
        _confirm(administrator);
        vm.warp(NOW + 9 days + 1);
        _propose();
        _assertChange(HolderChange(newHolder, uint64(NOW + 39 days + 1), 0, false, false, false));
    }

    function test_RevertWhen_TheHolderObjectedToAnotherChange() public {
        _propose();
        _object();
        uint256[2] memory times = [NOW, NOW + 30 days];
        for (uint256 i = 0; i < 2; ++i) {
            vm.warp(times[i]);
            vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.PolicyContested.selector, quoteId));
            _propose();
        }
    }

    /// First two editions: the objection lapsed with the change, and the next one needed one confirmation and two days.
    function test_WhenTheContestedChangeHasLapsedTheObjectionStays() public {
        _propose();
        _object();
        vm.warp(NOW + 300 days);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.HolderChangeContested(quoteId, holder, newHolder, uint64(NOW + 330 days));
        _propose();
        _assertChange(HolderChange(newHolder, uint64(NOW + 330 days), 0, true, false, false));
    }
}

contract ConfirmHolderChangeTest is HolderChangeBase {
    function test_RevertWhen_NothingIsProposed() public {
        _expectNone(address(0));
        _confirm(administrator);
    }

    function test_RevertWhen_ZeroIsConfirmedWhereNothingIsProposed() public {
        newHolder = address(0);
        _expectNone(address(0));
        _confirm(administrator);
    }

    function test_RevertWhen_AnotherHolderIsProposed() public {
        _propose();
        newHolder = stranger;
        _expectNone(stranger);
        _confirm(administrator);
    }

    function test_RevertWhen_TheProposalHasLapsed() public {
        _propose();
        vm.warp(NOW + 30 days + 1);
        _expectNone(newHolder);
        _confirm(administrator);
    }

    function test_RevertWhen_TheGuardianConfirmsWithoutAnObjection() public {
        _propose();
        _expectUnauthorized(guardian, IInsurancePayment.confirmHolderChange.selector);
        _confirm(guardian);
    }

    function test_RevertWhen_ItIsConfirmedTwice() public {
        _propose();
        _confirm(administrator);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.AlreadyConfirmed.selector, quoteId));
        _confirm(administrator);
    }

    function test_WhenTheProposedHolderIsConfirmed() public {
        _propose();
        vm.warp(NOW + 1 days);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.HolderChangeConfirmed(
            quoteId, newHolder, administrator, uint64(NOW + 3 days), uint64(NOW + 10 days)
        );
        _confirm(administrator);
        _assertChange(HolderChange(newHolder, uint64(NOW + 10 days), uint64(NOW + 3 days), false, true, false));
        assertEq(insurance.policyOf(quoteId).holder, holder);
    }

    /// First two editions: it lapsed 30 days after its proposal, so one confirmed late had a window of one second.
    function test_WhenItIsConfirmedInItsLastSecond() public {
        _propose();
        vm.warp(NOW + 30 days);
        _confirm(administrator);
        vm.warp(NOW + 39 days);
        insurance.completeHolderChange(quoteId);
        assertEq(insurance.policyOf(quoteId).holder, newHolder);
    }
}

contract StopHolderChangeTest is HolderChangeBase {
    function test_RevertWhen_NoChangeIsUnderWay() public {
        _expectNone(address(0));
        _stop(administrator);
    }

    function test_RevertWhen_TheChangeHasLapsed() public {
        _propose();
        vm.warp(NOW + 30 days + 1);
        _expectNone(newHolder);
        _stop(administrator);
    }

    function test_RevertWhen_TheHolderOrTheNewOneStops() public {
        _propose();
        address[2] memory others = [holder, newHolder];
        for (uint256 i = 0; i < 2; ++i) {
            _expectUnauthorized(others[i], IInsurancePayment.stopHolderChange.selector);
            _stop(others[i]);
        }
    }

    function test_WhenTheUnderwriterStopsIt() public {
        _propose();
        _expectStopped(underwriter);
    }

    function test_WhenTheAdministratorStopsIt() public {
        _propose();
        _confirm(administrator);
        _expectStopped(administrator);
    }

    function test_WhenTheGuardianStopsIt() public {
        _propose();
        _confirm(administrator);
        _expectStopped(guardian);
    }

    function test_WhenTheTwoDaysAreOverAndNobodyCompletedIt() public {
        _propose();
        _confirm(administrator);
        vm.warp(NOW + 3 days);
        _expectStopped(guardian);
    }

    function test_RevertWhen_TheUnderwriterStopsAConfirmedChange() public {
        _propose();
        _confirm(administrator);
        _expectUnauthorized(underwriter, IInsurancePayment.stopHolderChange.selector);
        _stop(underwriter);
    }

    function _expectStopped(address by) private {
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.HolderChangeStopped(quoteId, newHolder, by);
        _stop(by);
        _assertNone();
        vm.warp(NOW + 5 days);
        _expectNone(address(0));
        insurance.completeHolderChange(quoteId);
        assertEq(insurance.policyOf(quoteId).holder, holder);
    }
}

contract CompleteHolderChangeTest is HolderChangeBase {
    function test_RevertWhen_NothingIsUnderWay() public {
        _expectNone(address(0));
        insurance.completeHolderChange(quoteId);
    }

    function test_RevertWhen_ItIsNotConfirmed() public {
        _propose();
        vm.warp(NOW + 30 days);
        _expectNotEffective(0);
        insurance.completeHolderChange(quoteId);
    }

    function test_RevertWhen_TheTwoDaysAreNotOver() public {
        _propose();
        _confirm(administrator);
        vm.warp(NOW + 2 days - 1);
        _expectNotEffective(NOW + 2 days);
        insurance.completeHolderChange(quoteId);
    }

    function test_RevertWhen_ItHasLapsed() public {
        _propose();
        _confirm(administrator);
        vm.warp(NOW + 9 days + 1);
        _assertNone();
        _expectNone(newHolder);
        insurance.completeHolderChange(quoteId);
    }

    function test_RevertWhen_ItWasCompletedBefore() public {
        _propose();
        _confirm(administrator);
        vm.warp(NOW + 2 days);
        insurance.completeHolderChange(quoteId);
        _expectNone(address(0));
        insurance.completeHolderChange(quoteId);
    }

    function test_WhenTheTwoDaysAreOver() public {
        _expectCompletedAt(NOW + 2 days);
    }

    function test_WhenItIsTheLastSecondOfNineDays() public {
        _expectCompletedAt(NOW + 9 days);
    }

    function test_WhenTheFormerHolderConsentedAndRevoked() public {
        vm.startPrank(holder);
        insurance.revokeConsent(quoteId, FOREVER);
        insurance.consentToCancellation(quoteId, 1, NOW + 2 days);
        vm.stopPrank();
        _propose();
        _confirm(administrator);
        vm.warp(NOW + 2 days);
        insurance.completeHolderChange(quoteId);
        (bytes32 digest, uint256 voidUntil) = insurance.consentOf(quoteId);
        assertEq(digest, 0);
        assertEq(voidUntil, 0);
    }

    function test_WhenThePolicyComesBackToAHolderThatRevoked() public {
        bytes memory signature = _consent(holderKey, quoteId, 1, NOW + 14 days);
        vm.prank(holder);
        insurance.revokeConsent(quoteId, NOW + 14 days);
        _changeHolder(quoteId, newHolder);
        _changeHolder(quoteId, holder);
        (bytes32 digest, uint256 voidUntil) = insurance.consentOf(quoteId);
        assertEq(digest, 0);
        assertEq(voidUntil, NOW + 14 days);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NoConsent.selector, quoteId));
        vm.prank(underwriter);
        insurance.refund(quote, 1, NOW + 14 days, signature);
    }

    function test_WhenThePolicyComesBackToAHolderThatConsented() public {
        vm.prank(holder);
        insurance.consentToCancellation(quoteId, 1, NOW + 14 days);
        _changeHolder(quoteId, newHolder);
        _changeHolder(quoteId, holder);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NoConsent.selector, quoteId));
        vm.prank(underwriter);
        insurance.refund(quote, 1, NOW + 14 days, "");
    }

    function test_RevertWhen_ItIsCompletedDuringAPayoutsCall() public {
        vm.warp(NOW);
        Wallet wallet = new Wallet();
        vm.deal(address(wallet), 10 ether);
        quote = _quote(NATIVE);
        quote.holder = holder = address(wallet);
        quoteId = _buy(quote);
        _propose();
        _confirm(administrator);
        vm.warp(NOW + 2 days);
        wallet.setReentry(address(insurance), abi.encodeCall(insurance.completeHolderChange, (quoteId)));
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, block.timestamp, 1000, 0.5 ether, FOREVER);
        assertFalse(wallet.reentered());
        assertEq(wallet.reentryError(), abi.encodeWithSignature("ReentrancyGuardReentrantCall()"));
        assertEq(insurance.policyOf(quoteId).holder, address(wallet));
        insurance.completeHolderChange(quoteId);
        assertEq(insurance.policyOf(quoteId).holder, newHolder);
        assertEq(insurance.policyOf(quoteId).paidOut, 1000);
    }

    function test_WhenThePolicyIsNoLongerActive() public {
        _propose();
        _confirm(administrator);
        _reject(quote);
        vm.warp(NOW + 2 days);
        insurance.completeHolderChange(quoteId);
        assertEq(insurance.policyOf(quoteId).holder, newHolder);
        assertEq(insurance.policyOf(quoteId).end, (TODAY + 1) * 1 days);
    }

    function _expectCompletedAt(uint256 time) private {
        _propose();
        _confirm(administrator);
        Policy memory expected = insurance.policyOf(quoteId);
        expected.holder = newHolder;
        vm.warp(time);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.HolderChanged(quoteId, holder, newHolder);
        vm.prank(stranger);
        insurance.completeHolderChange(quoteId);
        assertEq(abi.encode(insurance.policyOf(quoteId)), abi.encode(expected));
        _assertNone();
    }
}
