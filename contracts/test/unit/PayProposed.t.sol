// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "forge-std/Vm.sol";

import {IInsurancePayment, Policy} from "../../src/IInsurancePayment.sol";
import {IPool} from "../../src/IPool.sol";
import {Wallet} from "../mocks/Wallet.sol";
import {ProposedPayoutBase} from "./ProposedPayoutBase.sol";

contract PayProposedTest is ProposedPayoutBase {
    function setUp() public override {
        super.setUp();
        _propose(quoteId, START + 7, 400_000);
    }

    function test_RevertWhen_TheExecutionExpired() public {
        vm.warp(THEN + 2 days);
        vm.expectRevert(
            abi.encodeWithSelector(IInsurancePayment.ExecutionExpired.selector, THEN + 2 days - 1, THEN + 2 days)
        );
        vm.prank(claims);
        insurance.payProposed(quoteId, 1, 400_000e6, THEN + 2 days - 1);
        vm.prank(claims);
        insurance.payProposed(quoteId, 1, 400_000e6, THEN + 2 days);
    }

    function test_RevertWhen_ThePolicyToPayIsUnknown() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.PolicyUnknown.selector, bytes32("unknown")));
        vm.prank(claims);
        insurance.payProposed("unknown", 1, 1, FOREVER);
    }

    function test_RevertWhen_NothingIsProposedOnThePolicy() public {
        (quoteId, quote) = _buyInForce(address(usdc));
        _expectNoneProposed();
        _payProposed(400_000e6);
    }

    function test_RevertWhen_ItIsASecondBeforeTwoDays() public {
        vm.warp(THEN + 2 days - 1);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.PayoutNotPayable.selector, quoteId, THEN + 2 days));
        _payProposed(400_000e6);
    }

    function test_WhenTwoDaysAreOver() public {
        _expectProposedPaid(THEN + 2 days);
    }

    function test_WhenItIsTheLastSecondOfNineDays() public {
        _expectProposedPaid(THEN + 9 days);
    }

    function test_RevertWhen_NineDaysAreOver() public {
        vm.warp(THEN + 9 days + 1);
        _expectNoneProposed();
        _payProposed(400_000e6);
        _assertProposed(0, 0, 0);
    }

    function test_RevertWhen_ItIsPaidTwice() public {
        vm.warp(THEN + 2 days);
        _payProposed(400_000e6);
        _expectNoneProposed();
        _payProposed(400_000e6);
    }

    function test_RevertWhen_TheRateIsOutOfBounds() public {
        vm.warp(THEN + 2 days);
        uint256[2] memory amounts = [uint256(360_000e6 - 1), 444_000e6 + 1];
        for (uint256 i = 0; i < 2; ++i) {
            vm.expectRevert(
                abi.encodeWithSelector(IInsurancePayment.AmountOutOfBounds.selector, 360_000e6, 444_000e6, amounts[i])
            );
            _payProposed(amounts[i]);
        }
    }

    function test_RevertWhen_TheBoundsWereNarrowedMeanwhile() public {
        vm.prank(guardian);
        insurance.tightenLimits(_withBounds(address(usdc), 1e6, 1.01e6));
        vm.warp(THEN + 2 days);
        vm.expectRevert(
            abi.encodeWithSelector(IInsurancePayment.AmountOutOfBounds.selector, 400_000e6, 404_000e6, 405_000e6)
        );
        _payProposed(405_000e6);
        _payProposed(404_000e6);
    }

    function test_RevertWhen_ThePoolHasLessThanIsProposed() public {
        vm.prank(address(insurance));
        usdc.transfer(address(1), 700_000e6);
        uint256 left = usdc.balanceOf(address(insurance));
        vm.warp(THEN + 2 days);
        vm.expectRevert(abi.encodeWithSelector(IPool.PoolTooSmall.selector, address(usdc), left, 400_000e6));
        _payProposed(400_000e6);
        _assertProposed(400_000, START + 7, THEN + 2 days);
    }

    function test_WhenItIsPaidTheRestOfTheCoverIsLeft() public {
        vm.warp(THEN + 2 days);
        _payProposed(400_000e6);
        _expectRefused(
            quoteId,
            2,
            START,
            100_001,
            abi.encodeWithSelector(IInsurancePayment.PayoutAboveCover.selector, 100_000, 100_001)
        );
        _pay(quoteId, 2, START, 100_000);
        assertEq(insurance.policyOf(quoteId).paidOut, 500_000);
    }

    function test_WhenTheIncidentIsCoveredAndTheTermEndsMeanwhile() public {
        vm.prank(claims);
        insurance.vetoPayout(quoteId);
        vm.warp(END - 1);
        _propose(quoteId, END - 1, 1000);
        vm.warp(END + 2 days);
        _payProposed(1000e6);
        assertEq(insurance.policyOf(quoteId).paidOut, 1000);
    }

    /// First two editions: it went to whoever held the policy when it was paid, whom nobody had proposed it for.
    function test_WhenTheHolderIsChangedTheProposalIsVoid() public {
        vm.prank(underwriter);
        insurance.proposeHolderChange(quoteId, stranger);
        vm.prank(administrator);
        insurance.confirmHolderChange(quoteId, stranger);
        vm.warp(THEN + 2 days);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.PayoutVetoed(quoteId, pauser);
        vm.prank(pauser);
        insurance.completeHolderChange(quoteId);
        _assertProposed(0, 0, 0);
        _expectNoneProposed();
        _payProposed(400_000e6);
        _propose(quoteId, START, 400_000);
        vm.warp(THEN + 4 days);
        _payProposed(400_000e6);
        assertEq(usdc.balanceOf(stranger), 400_000e6);
    }

    function test_WhenTheHolderIsChangedAfterTheProposalLapsed() public {
        vm.warp(THEN + 8 days);
        vm.recordLogs();
        _changeHolder(quoteId, stranger);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; ++i) {
            assertNotEq(logs[i].topics[0], IInsurancePayment.PayoutVetoed.selector);
        }
        assertEq(insurance.policyOf(quoteId).holder, stranger);
    }

    function test_RevertWhen_AnotherClaimNumberIsPaid() public {
        vm.warp(THEN + 2 days);
        uint256[3] memory numbers = [uint256(0), 2, FOREVER];
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.WrongClaimNumber.selector, 1, numbers[i]));
            _payProposed(numbers[i], 400_000e6);
        }
        _assertProposed(400_000, START + 7, THEN + 2 days);
    }

    function test_WhenThePolicyIsContestedMeanwhile() public {
        _contest(quoteId, stranger);
        vm.warp(THEN + 2 days);
        _payProposed(400_000e6);
        assertEq(insurance.owed(quoteId), 400_000e6);
    }

    function test_WhenTheHolderOfAProposedPayoutCallsBack() public {
        (Wallet wallet, bytes32 id) = _walletInForce();
        _propose(id, START, 1000);
        vm.warp(THEN + 2 days);
        wallet.setReentry(address(insurance), abi.encodeCall(insurance.completeHolderChange, (id)));
        vm.prank(claims);
        insurance.payProposed(id, 1, 0.5 ether, FOREVER);
        assertEq(wallet.reentryError(), abi.encodeWithSignature("ReentrancyGuardReentrantCall()"));
    }

    // ─── What it blocks ──────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_ThePolicyIsRefundedWhileItWaits() public {
        bytes memory signature = _consent(holderKey, quoteId, 1, THEN + 9 days);
        uint256[2] memory times = [THEN, THEN + 9 days];
        for (uint256 i = 0; i < 2; ++i) {
            vm.warp(times[i]);
            _expectPending();
            vm.prank(underwriter);
            insurance.refund(quote, 1, THEN + 9 days, signature);
        }
        vm.warp(THEN + 9 days + 1);
        _cancel(quote, 1);
    }

    function test_RevertWhen_ThePolicyIsRejectedWhileItWaits() public {
        uint256[2] memory times = [THEN, THEN + 9 days];
        for (uint256 i = 0; i < 2; ++i) {
            vm.warp(times[i]);
            _expectPending();
            _reject(quote);
        }
        vm.warp(THEN + 9 days + 1);
        _reject(quote);
    }

    function _expectPending() private {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.PayoutPending.selector, quoteId, THEN + 9 days));
    }

    function _expectProposedPaid(uint256 time) private {
        // Nothing of the day's allowance is left, and nothing is needed.
        vm.prank(guardian);
        insurance.tightenLimits(_withAllowance(address(usdc), 0));
        vm.warp(time);
        uint256 purse = usdc.balanceOf(holder);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.ClaimPaid(quoteId, holder, 1, address(usdc), 404_000e6, 400_000, START + 7, true);
        _payProposed(404_000e6);
        assertEq(usdc.balanceOf(holder), purse + 404_000e6);
        Policy memory policy = insurance.policyOf(quoteId);
        assertEq(policy.paidOut, 400_000);
        assertEq(policy.claims, 1);
        assertEq(policy.holder, holder);
        _assertProposed(0, 0, 0);
    }
}
