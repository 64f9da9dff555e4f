// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGovernance, Role} from "../../src/IGovernance.sol";
import {IInsurancePayment, Policy, Status} from "../../src/IInsurancePayment.sol";
import {PoolTooSmall} from "../../src/Ledger.sol";
import {PayoutAboveCover, TooManyClaims, WrongClaimNumber} from "../../src/PolicySlot.sol";
import {Wallet} from "../mocks/Wallet.sol";
import {AnnouncedPayoutBase} from "./AnnouncedPayoutBase.sol";

contract AnnouncePayoutTest is AnnouncedPayoutBase {
    function test_WhenAPayoutIsAnnounced() public {
        payout = _payout(quoteId, 1, START, 500_000);
        vm.expectEmit(address(insurance));
        emit IGovernance.CallAnnounced(
            keccak256(payout), IInsurancePayment.payAnnounced.selector, claims, payout, THEN + 2 days, THEN + 9 days
        );
        _announce(claims, payout);
        _assertAnnounced(THEN + 2 days);
    }

    /// Its amount follows from the rate of the day, so it is no part of what is announced.
    function test_RevertWhen_ThePayoutIsAnnouncedWithItsAmount() public {
        bytes[4] memory calls = [
            bytes.concat(payout, abi.encode(400_000e6, FOREVER)),
            bytes.concat(payout, abi.encode(400_000e6)),
            bytes.concat(payout, hex"00"),
            abi.encodeWithSelector(IInsurancePayment.payAnnounced.selector, quoteId, holder, 1, START)
        ];
        for (uint256 i = 0; i < 4; ++i) {
            vm.expectRevert(
                abi.encodeWithSelector(IGovernance.NotAnnounceable.selector, IInsurancePayment.payAnnounced.selector)
            );
            _announce(claims, calls[i]);
        }
    }

    function test_WhenPayoutsAreHaltedAndTheAllowanceIsUsedUp() public {
        vm.prank(guardian);
        insurance.tightenLimits(_withAllowance(address(usdc), 0));
        vm.prank(guardian);
        insurance.haltPayouts();
        payout = _payout(quoteId, 1, START, 1000);
        _announce(claims, payout);
        _assertAnnounced(THEN + 2 days);
    }

    function test_WhenSeveralAreAnnouncedOnAPolicy() public {
        bytes memory second = _payout(quoteId, 2, START, 100_000);
        _announce(claims, second);
        vm.warp(THEN + 2 days);
        _payAnnounced(payout, 400_000e6);
        _payAnnounced(second, 100_000e6);
        assertEq(insurance.policyOf(quoteId).paidOut, 500_000);
        assertEq(insurance.policyOf(quoteId).claims, 2);
    }
}

contract PayAnnouncedTest is AnnouncedPayoutBase {
    function test_RevertWhen_TheExecutionExpired() public {
        vm.warp(THEN + 2 days);
        vm.expectRevert(
            abi.encodeWithSelector(IInsurancePayment.ExecutionExpired.selector, THEN + 2 days - 1, THEN + 2 days)
        );
        _execute(claims, bytes.concat(payout, abi.encode(400_000e6, THEN + 2 days - 1)));
        _execute(claims, bytes.concat(payout, abi.encode(400_000e6, THEN + 2 days)));
    }

    function test_RevertWhen_ThePolicyToPayIsUnknown() public {
        payout = abi.encodeWithSelector(
            IInsurancePayment.payAnnounced.selector, bytes32("unknown"), address(0), 1, START, 1000
        );
        _await(claims, payout);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.PolicyUnknown.selector, bytes32("unknown")));
        _payAnnounced(payout, 1000e6);
    }

    function test_RevertWhen_AnythingThatWasAnnouncedDiffers() public {
        vm.warp(THEN + 2 days);
        bytes[5] memory others = [
            _payout("other", 1, START + 7, 400_000),
            abi.encodeWithSelector(IInsurancePayment.payAnnounced.selector, quoteId, stranger, 1, START + 7, 400_000),
            _payout(quoteId, 2, START + 7, 400_000),
            _payout(quoteId, 1, START + 8, 400_000),
            _payout(quoteId, 1, START + 7, 400_001)
        ];
        for (uint256 i = 0; i < 5; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounced.selector, keccak256(others[i])));
            _payAnnounced(others[i], 400_000e6);
        }
    }

    // ─── Time ────────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_ItIsASecondBeforeTwoDays() public {
        vm.warp(THEN + 2 days - 1);
        vm.expectRevert(
            abi.encodeWithSelector(IGovernance.AnnouncementNotExecutable.selector, keccak256(payout), THEN + 2 days)
        );
        _payAnnounced(payout, 400_000e6);
    }

    function test_WhenTwoDaysAreOver() public {
        _expectAnnouncedPaid(THEN + 2 days);
    }

    function test_WhenItIsTheLastSecondOfNineDays() public {
        _expectAnnouncedPaid(THEN + 9 days);
    }

    function test_RevertWhen_NineDaysAreOver() public {
        vm.warp(THEN + 9 days + 1);
        _expectNotAnnounced();
        _payAnnounced(payout, 400_000e6);
    }

    function test_RevertWhen_ItIsPaidTwice() public {
        vm.warp(THEN + 2 days);
        _payAnnounced(payout, 400_000e6);
        _expectNotAnnounced();
        _payAnnounced(payout, 400_000e6);
    }

    function test_RevertWhen_PayoutsAreHalted() public {
        vm.warp(THEN + 2 days);
        vm.prank(guardian);
        insurance.haltPayouts();
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.PayoutsAreHalted.selector, THEN + 5 days));
        _payAnnounced(payout, 400_000e6);
        vm.warp(THEN + 5 days);
        _payAnnounced(payout, 400_000e6);
    }

    // ─── The claim ───────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_TheRateIsOutOfBounds() public {
        vm.warp(THEN + 2 days);
        uint256[2] memory amounts = [uint256(360_000e6 - 1), 444_000e6 + 1];
        for (uint256 i = 0; i < 2; ++i) {
            vm.expectRevert(
                abi.encodeWithSelector(IInsurancePayment.AmountOutOfBounds.selector, 360_000e6, 444_000e6, amounts[i])
            );
            _payAnnounced(payout, amounts[i]);
        }
    }

    function test_RevertWhen_TheBoundsWereNarrowedMeanwhile() public {
        vm.prank(guardian);
        insurance.tightenLimits(_withBounds(address(usdc), 1e6, 1.01e6));
        vm.warp(THEN + 2 days);
        vm.expectRevert(
            abi.encodeWithSelector(IInsurancePayment.AmountOutOfBounds.selector, 400_000e6, 404_000e6, 405_000e6)
        );
        _payAnnounced(payout, 405_000e6);
        _payAnnounced(payout, 404_000e6);
    }

    function test_RevertWhen_ThePoolHasLessThanIsAnnounced() public {
        vm.prank(address(insurance));
        usdc.transfer(address(1), 700_000e6);
        uint256 left = usdc.balanceOf(address(insurance));
        vm.warp(THEN + 2 days);
        vm.expectRevert(abi.encodeWithSelector(PoolTooSmall.selector, address(usdc), left, 400_000e6));
        _payAnnounced(payout, 400_000e6);
        _assertAnnounced(THEN + 2 days);
        assertEq(insurance.policyOf(quoteId).claims, 0);
    }

    function test_RevertWhen_TheAnnouncedIncidentIsOutsideTheCover() public {
        uint256[3] memory times = [START - 1, END, FOREVER];
        for (uint256 i = 0; i < 3; ++i) {
            payout = _payout(quoteId, 1, times[i], 1);
            _announce(claims, payout);
        }
        vm.warp(THEN + 2 days);
        for (uint256 i = 0; i < 3; ++i) {
            payout = _payout(quoteId, 1, times[i], 1);
            vm.expectRevert(
                abi.encodeWithSelector(IInsurancePayment.IncidentOutsideCover.selector, times[i], START, END)
            );
            _payAnnounced(payout, 1e6);
        }
    }

    function test_RevertWhen_TheAnnouncedDollarsAreZero() public {
        payout = _payout(quoteId, 1, START, 0);
        _await(claims, payout);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.ZeroPayout.selector));
        _payAnnounced(payout, 0);
    }

    function test_RevertWhen_TheAnnouncedDollarsAreAboveTheRemainingCover() public {
        uint256[3] memory dollars = [uint256(400_001), (1 << 24) + 1, FOREVER];
        for (uint256 i = 0; i < 3; ++i) {
            _announce(claims, _payout(quoteId, 2, START, dollars[i]));
        }
        _pay(quoteId, 1, START, 100_000);
        vm.warp(THEN + 2 days);
        for (uint256 i = 0; i < 3; ++i) {
            payout = _payout(quoteId, 2, START, dollars[i]);
            vm.expectRevert(abi.encodeWithSelector(PayoutAboveCover.selector, 400_000, dollars[i]));
            _payAnnounced(payout, 1);
        }
    }

    function test_RevertWhen_SixtyThreeClaimsWerePaid() public {
        _payAllDirect(quoteId);
        for (uint256 number = 32; number <= 64; ++number) {
            _announce(claims, _payout(quoteId, number, START, 1));
        }
        vm.warp(THEN + 2 days);
        for (uint256 number = 32; number <= 63; ++number) {
            _payAnnounced(_payout(quoteId, number, START, 1), 1e6);
        }
        Policy memory policy = insurance.policyOf(quoteId);
        assertEq(policy.claims, 63);
        assertEq(policy.paidOut, 63);
        assertEq(policy.token, address(usdc));
        payout = _payout(quoteId, 64, START, 1);
        vm.expectRevert(abi.encodeWithSelector(TooManyClaims.selector, 63));
        _payAnnounced(payout, 1e6);
    }

    function test_WhenItIsPaidTheRestOfTheCoverIsLeft() public {
        vm.warp(THEN + 2 days);
        _payAnnounced(payout, 400_000e6);
        _expectRefused(quoteId, 2, START, 100_001, abi.encodeWithSelector(PayoutAboveCover.selector, 100_000, 100_001));
        _pay(quoteId, 2, START, 100_000);
        assertEq(insurance.policyOf(quoteId).paidOut, 500_000);
    }

    // ─── A policy that changed meanwhile ─────────────────────────────────────────────────────────────────────────────

    function test_WhenTheTermEndsMeanwhile() public {
        vm.warp(END - 1);
        payout = _payout(quoteId, 1, END - 1, 1000);
        _announce(claims, payout);
        vm.warp(END + 2 days);
        _payAnnounced(payout, 1000e6);
        assertEq(insurance.policyOf(quoteId).paidOut, 1000);
    }

    /// First two editions: it went to whoever held the policy when it was paid, whom nobody had proposed it for.
    function test_RevertWhen_TheHolderWasChanged() public {
        vm.prank(underwriter);
        insurance.proposeHolderChange(quoteId, stranger);
        vm.prank(administrator);
        insurance.confirmHolderChange(quoteId, stranger);
        vm.warp(THEN + 2 days);
        insurance.completeHolderChange(quoteId);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.AnnouncedForAnother.selector, stranger, holder));
        _payAnnounced(payout, 400_000e6);
        payout = _payout(quoteId, 1, START, 400_000);
        _await(claims, payout);
        _payAnnounced(payout, 400_000e6);
        assertEq(usdc.balanceOf(stranger), 400_000e6);
    }

    function test_RevertWhen_AnotherClaimWasPaid() public {
        _pay(quoteId, 1, START, 1);
        vm.warp(THEN + 2 days);
        vm.expectRevert(abi.encodeWithSelector(WrongClaimNumber.selector, 2, 1));
        _payAnnounced(payout, 400_000e6);
    }

    function test_RevertWhen_AFullRefundVoidedTheCover() public {
        _cancel(quote, quote.premium);
        vm.warp(THEN + 2 days);
        vm.expectRevert(
            abi.encodeWithSelector(IInsurancePayment.IncidentOutsideCover.selector, START + 7, START, START)
        );
        _payAnnounced(payout, 400_000e6);
    }

    function test_WhenThePolicyWasRejectedAfterTheIncident() public {
        _reject(quote);
        vm.warp(THEN + 2 days);
        _payAnnounced(payout, 400_000e6);
        assertEq(insurance.policyOf(quoteId).paidOut, 400_000);
        assertEq(uint8(_statusOf(quoteId)), uint8(Status.Rejected));
    }

    function test_WhenThePolicyIsContestedMeanwhile() public {
        _contest(quoteId, stranger);
        vm.warp(THEN + 2 days);
        _payAnnounced(payout, 400_000e6);
        assertEq(insurance.owed(quoteId), 400_000e6);
    }

    function test_WhenTheHolderOfAnAnnouncedPayoutCallsBack() public {
        (Wallet wallet, bytes32 id) = _walletInForce();
        payout = _payout(id, 1, START, 1000);
        _await(claims, payout);
        wallet.setReentry(address(insurance), abi.encodeCall(insurance.completeHolderChange, (id)));
        _payAnnounced(payout, 0.5 ether);
        assertEq(wallet.reentryError(), abi.encodeWithSignature("ReentrancyGuardReentrantCall()"));
    }

    function _expectAnnouncedPaid(uint256 time) private {
        // Nothing of the day's allowance is left, and nothing is needed.
        vm.prank(guardian);
        insurance.tightenLimits(_withAllowance(address(usdc), 0));
        vm.warp(time);
        uint256 purse = usdc.balanceOf(holder);
        vm.expectEmit(address(insurance));
        emit IGovernance.AnnouncedCallExecuted(keccak256(payout), IInsurancePayment.payAnnounced.selector, claims);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.ClaimPaid(quoteId, holder, 1, address(usdc), 404_000e6, 400_000, START + 7, true);
        _payAnnounced(payout, 404_000e6);
        assertEq(usdc.balanceOf(holder), purse + 404_000e6);
        Policy memory policy = insurance.policyOf(quoteId);
        assertEq(policy.paidOut, 400_000);
        assertEq(policy.claims, 1);
        assertEq(policy.holder, holder);
        _assertAnnounced(0);
    }
}

/// Third edition: what a stolen claims key proposed stood for nine days whatever the guardian did but veto each one, and
/// the next holder of the role could pay it.
contract VoidPayoutTest is AnnouncedPayoutBase {
    function test_RevertWhen_TheGuardianOrTheClaimsRoleVetoedIt() public {
        address[2] memory keys = [guardian, claims];
        for (uint256 i = 0; i < 2; ++i) {
            uint256 snapshot = vm.snapshotState();
            vm.expectEmit(address(insurance));
            emit IGovernance.AnnouncementVetoed(keccak256(payout), IInsurancePayment.payAnnounced.selector, keys[i]);
            vm.prank(keys[i]);
            insurance.veto(payout);
            _expectVoid(claims);
            // Announced again, it is paid.
            _await(claims, payout);
            _payAnnounced(payout, 400_000e6);
            vm.revertToState(snapshot);
        }
    }

    function test_RevertWhen_AllWasVetoed() public {
        vm.warp(THEN + 1);
        vm.prank(guardian);
        insurance.vetoAll();
        _expectVoid(claims);
    }

    function test_RevertWhen_TheGuardianWasReplaced() public {
        vm.warp(THEN + 1);
        _grant(Role.Guardian, stranger);
        _expectVoid(claims);
    }

    function test_RevertWhen_TheClaimsRoleWasRevokedAndGrantedAgain() public {
        vm.warp(THEN + 1 days);
        vm.prank(guardian);
        insurance.revokeRole(Role.Claims);
        _assertAnnounced(0);
        _grant(Role.Claims, claims);
        _expectVoid(claims);
        _await(claims, payout);
        _payAnnounced(payout, 400_000e6);
    }

    function test_RevertWhen_TheClaimsRoleWasHandedOn() public {
        vm.warp(THEN + 1);
        _grant(Role.Claims, stranger);
        _expectVoid(stranger);
    }

    function _expectVoid(address by) private {
        _assertAnnounced(0);
        vm.warp(THEN + 2 days);
        _expectNotAnnounced();
        _execute(by, bytes.concat(payout, abi.encode(400_000e6, FOREVER)));
    }
}
