// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IInsurancePayment, Policy} from "../../src/IInsurancePayment.sol";
import {ProposedPayoutBase} from "./ProposedPayoutBase.sol";

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
