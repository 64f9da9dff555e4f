// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "forge-std/Vm.sol";

import {IInsurancePayment, Policy, ProposedPayout, Quote} from "../../src/IInsurancePayment.sol";
import {IPool} from "../../src/IPool.sol";
import {Wallet} from "../mocks/Wallet.sol";
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

contract ProposePayoutTest is ProposedPayoutBase {
    function test_RevertWhen_ThePolicyToProposeOnIsUnknown() public {
        quoteId = "unknown";
        _expectNotProposed(START, 1, abi.encodeWithSelector(IInsurancePayment.PolicyUnknown.selector, quoteId));
    }

    function test_RevertWhen_AnotherIsPending() public {
        _propose(quoteId, START, 1000);
        bytes memory reason = abi.encodeWithSelector(IInsurancePayment.PayoutPending.selector, quoteId, THEN + 9 days);
        _expectNotProposed(START, 1, reason);
        vm.warp(THEN + 9 days);
        _expectNotProposed(START, 1, reason);
    }

    function test_WhenTheFormerOneLapsed() public {
        _propose(quoteId, START, 1000);
        vm.warp(THEN + 9 days + 1);
        _propose(quoteId, START + 1, 2000);
        _assertProposed(2000, START + 1, THEN + 11 days + 1);
    }

    function test_WhenTheFormerOneWasVetoed() public {
        _propose(quoteId, START, 1000);
        _veto(guardian);
        _propose(quoteId, START + 1, 2000);
        _assertProposed(2000, START + 1, THEN + 2 days);
    }

    function test_RevertWhen_TheProposedIncidentIsOutsideTheCover() public {
        uint256[4] memory times = [START - 1, END, THEN + 1, FOREVER];
        for (uint256 i = 0; i < 4; ++i) {
            if (i == 1) vm.warp(END + 1);
            else vm.warp(THEN);
            _expectNotProposed(
                times[i],
                1,
                abi.encodeWithSelector(IInsurancePayment.IncidentOutsideCover.selector, times[i], START, END)
            );
        }
    }

    function test_RevertWhen_TheProposedDollarsAreZero() public {
        _expectNotProposed(START, 0, abi.encodeWithSelector(IInsurancePayment.ZeroPayout.selector));
    }

    function test_RevertWhen_TheProposedDollarsAreAboveTheRemainingCover() public {
        _pay(quoteId, 1, START, 100_000);
        uint256[3] memory dollars = [uint256(400_001), (1 << 24) + 1, FOREVER];
        for (uint256 i = 0; i < 3; ++i) {
            _expectNotProposed(
                START,
                dollars[i],
                abi.encodeWithSelector(IInsurancePayment.PayoutAboveCover.selector, 400_000, dollars[i])
            );
        }
    }

    function test_RevertWhen_SixtyThreeClaimsWerePaidBefore() public {
        _payAllDirect(quoteId);
        for (uint256 number = 32; number <= 63; ++number) {
            _propose(quoteId, START, 1);
            vm.warp(block.timestamp + 2 days);
            _payProposed(number, 1e6);
        }
        Policy memory policy = insurance.policyOf(quoteId);
        assertEq(policy.claims, 63);
        assertEq(policy.paidOut, 63);
        assertEq(policy.token, address(usdc));
        _expectNotProposed(START, 1, abi.encodeWithSelector(IInsurancePayment.TooManyClaims.selector, 63));
    }

    function test_WhenItIsProposed() public {
        _pay(quoteId, 1, START, 100_000);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.PayoutProposed(
            quoteId, holder, 2, address(usdc), 400_000, START + 7, THEN + 2 days, THEN + 9 days
        );
        _propose(quoteId, START + 7, 400_000);
        _assertProposed(400_000, START + 7, THEN + 2 days);
        assertEq(insurance.policyOf(quoteId).paidOut, 100_000);
        assertEq(insurance.policyOf(quoteId).claims, 1);
    }

    function test_WhenPayoutsAreHaltedAndTheAllowanceIsUsedUp() public {
        _pay(quoteId, 1, START, 1);
        vm.prank(guardian);
        insurance.tightenLimits(_withAllowance(address(usdc), 0));
        vm.prank(guardian);
        insurance.haltPayouts();
        _propose(quoteId, START, 1000);
        _assertProposed(1000, START, THEN + 2 days);
    }

    function test_WhenThePolicyWasRejectedWithAnIncidentBefore() public {
        _reject(quote);
        _propose(quoteId, THEN - 1, 1000);
        vm.warp(THEN + 2 days);
        _payProposed(1000e6);
        assertEq(insurance.policyOf(quoteId).paidOut, 1000);
    }

    function test_RevertWhen_AFullRefundVoidedTheCoverBeforeTheProposal() public {
        _cancel(quote, quote.premium);
        _expectNotProposed(
            START, 1, abi.encodeWithSelector(IInsurancePayment.IncidentOutsideCover.selector, START, START, START)
        );
    }

    function test_RevertWhen_AnotherClaimNumberIsProposed() public {
        _pay(quoteId, 1, START, 1);
        uint256[4] memory numbers = [uint256(0), 1, 3, FOREVER];
        for (uint256 i = 0; i < 4; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.WrongClaimNumber.selector, 2, numbers[i]));
            vm.prank(claims);
            insurance.proposePayout(quoteId, numbers[i], START, 1, FOREVER);
        }
    }

    function test_RevertWhen_TheProposalExpiredBeforeItWasMade() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.ExecutionExpired.selector, THEN - 1, THEN));
        vm.prank(claims);
        insurance.proposePayout(quoteId, 1, START, 1, THEN - 1);
        vm.prank(claims);
        insurance.proposePayout(quoteId, 1, START, 1, THEN);
        _assertProposed(1, START, THEN + 2 days);
    }

    function _expectNotProposed(uint256 incidentAt, uint256 dollars, bytes memory reason) private {
        uint256 number = uint256(insurance.policyOf(quoteId).claims) + 1;
        vm.expectRevert(reason);
        vm.prank(claims);
        insurance.proposePayout(quoteId, number, incidentAt, dollars, FOREVER);
    }
}

contract VetoPayoutTest is ProposedPayoutBase {
    function test_RevertWhen_NoneIsProposed() public {
        _expectNoneProposed();
        _veto(guardian);
    }

    function test_RevertWhen_TheProposedOneHasLapsed() public {
        _propose(quoteId, START, 1000);
        vm.warp(THEN + 9 days + 1);
        _expectNoneProposed();
        _veto(guardian);
    }

    function test_RevertWhen_ItWasVetoedAlready() public {
        _propose(quoteId, START, 1000);
        _veto(guardian);
        _expectNoneProposed();
        _veto(claims);
    }

    function test_RevertWhen_ItWasPaidAlready() public {
        _propose(quoteId, START, 1000);
        vm.warp(THEN + 2 days);
        _payProposed(1000e6);
        _expectNoneProposed();
        _veto(guardian);
    }

    function test_WhenTheGuardianVetoesAPayout() public {
        _expectVetoed(guardian, THEN);
    }

    function test_WhenTheClaimsRoleTakesItBack() public {
        _expectVetoed(claims, THEN);
    }

    function test_WhenItIsVetoedInItsLastSecond() public {
        _expectVetoed(guardian, THEN + 9 days);
    }

    function _expectVetoed(address by, uint256 time) private {
        _propose(quoteId, START, 1000);
        vm.warp(time);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.PayoutVetoed(quoteId, by);
        _veto(by);
        _assertProposed(0, 0, 0);
        _expectNoneProposed();
        _payProposed(1000e6);
    }
}

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
