// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Role} from "../../src/IGovernance.sol";
import {IInsurancePayment, Policy, Quote, Status} from "../../src/IInsurancePayment.sol";
import {IPool} from "../../src/IPool.sol";
import {PoolTooSmall} from "../../src/Ledger.sol";
import {PayoutAboveCover, WrongClaimNumber} from "../../src/PolicySlot.sol";
import {OddToken} from "../mocks/OddToken.sol";
import {Wallet} from "../mocks/Wallet.sol";
import {PayClaimBase} from "./PayClaimBase.sol";

contract PayClaimTest is PayClaimBase {
    function test_RevertWhen_TheValidityIsOver() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        vm.expectRevert(
            abi.encodeWithSelector(IInsurancePayment.ExecutionExpired.selector, block.timestamp - 1, block.timestamp)
        );
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, START, 1000, 0.5 ether, block.timestamp - 1);
    }

    function test_WhenItIsTheLastSecondOfTheValidity() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, START, 1000, 0.5 ether, block.timestamp);
        assertEq(insurance.policyOf(quoteId).paidOut, 1000);
    }

    function test_RevertWhen_ThePolicyIsUnknown() public {
        bytes32 quoteId = keccak256("unknown");
        _expectRefused(
            quoteId, 1, START, 1000, abi.encodeWithSelector(IInsurancePayment.PolicyUnknown.selector, quoteId)
        );
    }

    function test_RevertWhen_TheClaimNumberIsNotTheNext() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        _expectRefused(quoteId, 0, START, 1000, abi.encodeWithSelector(WrongClaimNumber.selector, 1, 0));
        _expectRefused(quoteId, 2, START, 1000, abi.encodeWithSelector(WrongClaimNumber.selector, 1, 2));
        _pay(quoteId, 1, START, 1000);
        _expectRefused(quoteId, 1, START, 1000, abi.encodeWithSelector(WrongClaimNumber.selector, 2, 1));
    }

    function test_RevertWhen_ThirtyOneClaimsWerePaid() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        _payAllDirect(quoteId);
        Policy memory policy = insurance.policyOf(quoteId);
        assertEq(policy.claims, 31);
        assertEq(policy.paidOut, 31);
        assertEq(policy.token, NATIVE);
        bytes memory reason = abi.encodeWithSelector(IInsurancePayment.TooManyDirectClaims.selector, 31);
        _expectRefused(quoteId, 32, START, 10, reason);
        bytes memory payout = _payout(quoteId, 32, START, 10);
        _await(claims, payout);
        _payAnnounced(payout, 0.005 ether);
        _expectRefused(
            quoteId, 33, START, 10, abi.encodeWithSelector(IInsurancePayment.TooManyDirectClaims.selector, 31)
        );
    }

    // ─── Time of the incident ────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_TheIncidentIsBeforeTheStart() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        _expectOutside(quoteId, START - 1, START, END);
    }

    function test_WhenTheIncidentIsInTheFirstSecond() public {
        bytes32 quoteId = _buy(_quote(NATIVE));
        vm.warp(START);
        _pay(quoteId, 1, START, 1000);
        assertEq(insurance.policyOf(quoteId).paidOut, 1000);
    }

    function test_WhenTheIncidentIsInTheLastSecond() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        vm.warp(END + 300 days);
        _pay(quoteId, 1, END - 1, 1000);
        assertEq(insurance.policyOf(quoteId).paidOut, 1000);
    }

    function test_RevertWhen_TheIncidentIsAtTheEnd() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        vm.warp(END + 300 days);
        _expectOutside(quoteId, END, START, END);
    }

    function test_RevertWhen_TheIncidentIsAhead() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        _expectOutside(quoteId, block.timestamp + 1, START, END);
    }

    function test_WhenTheIncidentIsBeforeACancellation() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(NATIVE);
        _cancel(quote, 0.1 ether);
        _pay(quoteId, 1, block.timestamp - 1, 1000);
        assertEq(uint8(_statusOf(quoteId)), uint8(Status.Cancelled));
        assertEq(insurance.policyOf(quoteId).paidOut, 1000);
    }

    function test_RevertWhen_TheIncidentIsAtACancellation() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(NATIVE);
        _cancel(quote, quote.premium - 1);
        _expectOutside(quoteId, block.timestamp, START, block.timestamp);
    }

    function test_RevertWhen_AFullRefundVoidedTheCover() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(NATIVE);
        _cancel(quote, quote.premium);
        uint256[3] memory times = [START, START + 1, block.timestamp - 1];
        for (uint256 i = 0; i < 3; ++i) {
            _expectOutside(quoteId, times[i], START, START);
        }
    }

    function test_WhenTheIncidentIsBeforeARejection() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(NATIVE);
        _reject(quote);
        _pay(quoteId, 1, block.timestamp - 1, 1000);
        assertEq(insurance.policyOf(quoteId).paidOut, 1000);
    }

    function test_RevertWhen_TheIncidentIsAtARejection() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(NATIVE);
        _reject(quote);
        _expectOutside(quoteId, block.timestamp, START, block.timestamp);
    }

    function test_RevertWhen_ThePolicyWasCanceledBeforeItsStart() public {
        Quote memory quote = _quote(NATIVE);
        bytes32 quoteId = _buy(quote);
        _cancel(quote, 0);
        vm.warp(END);
        _expectOutside(quoteId, START, START, START);
    }

    // ─── Dollars ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_TheDollarsAreZero() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        _expectRefused(quoteId, 1, START, 0, abi.encodeWithSelector(IInsurancePayment.ZeroPayout.selector));
    }

    function test_RevertWhen_TheDollarsAreAboveTheCover() public {
        (bytes32 quoteId,) = _buyInForce(address(usdc));
        _expectRefused(quoteId, 1, START, 500_001, abi.encodeWithSelector(PayoutAboveCover.selector, 500_000, 500_001));
    }

    function test_WhenTheDollarsAreAllOfTheCover() public {
        (bytes32 quoteId,) = _buyInForce(address(usdc));
        _pay(quoteId, 1, START, 500_000);
        assertEq(insurance.policyOf(quoteId).paidOut, 500_000);
        _expectRefused(quoteId, 2, START, 1, abi.encodeWithSelector(PayoutAboveCover.selector, 0, 1));
    }

    function test_WhenPartialPayoutsAddUp() public {
        (bytes32 quoteId,) = _buyInForce(address(usdc));
        _pay(quoteId, 1, START, 200_000);
        _pay(quoteId, 2, START + 1, 299_999);
        assertEq(insurance.policyOf(quoteId).paidOut, 499_999);
        assertEq(insurance.policyOf(quoteId).claims, 2);
        _expectRefused(quoteId, 3, START, 2, abi.encodeWithSelector(PayoutAboveCover.selector, 1, 2));
    }

    // ─── Amount ──────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_TheAmountIsBelowTheFewestPerDollar() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        _expectOutOfBounds(quoteId, 0.1 ether - 1);
    }

    function test_WhenTheAmountIsTheFewestPerDollar() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        _payAmount(quoteId, 0.1 ether);
    }

    function test_RevertWhen_TheAmountIsAboveTheMostPerDollar() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        _expectOutOfBounds(quoteId, 2 ether + 1);
    }

    function test_WhenTheAmountIsTheMostPerDollar() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        _payAmount(quoteId, 2 ether);
    }

    // ─── Pool ────────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_ThePoolIsTooSmall() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        vm.deal(address(insurance), 0.5 ether - 1);
        _expectRefused(
            quoteId, 1, START, 1000, abi.encodeWithSelector(PoolTooSmall.selector, NATIVE, 0.5 ether - 1, 0.5 ether)
        );
    }

    function test_WhenThePoolHoldsJustEnough() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        vm.deal(address(insurance), 0.5 ether);
        _pay(quoteId, 1, START, 1000);
        assertEq(address(insurance).balance, 0);
    }

    function test_RevertWhen_WhatIsThereIsOwedToOthers() public {
        (Wallet wallet, bytes32 refused) = _walletInForce();
        wallet.setOnReceive(Wallet.OnReceive.Refuse);
        _pay(refused, 1, START, 1000);
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        vm.deal(address(insurance), 1 ether - 1);
        _expectRefused(
            quoteId, 1, START, 1000, abi.encodeWithSelector(PoolTooSmall.selector, NATIVE, 0.5 ether - 1, 0.5 ether)
        );
    }

    function test_RevertWhen_ThePoolHasLostWhatItOwes() public {
        OddToken odd = _listOddToken();
        (bytes32 quoteId,) = _buyInForce(address(odd));
        odd.setAnswersFalse(true);
        _pay(quoteId, 1, START, 1000);
        odd.burn(address(insurance), odd.balanceOf(address(insurance)) - 1);
        _expectRefused(quoteId, 2, START, 1000, abi.encodeWithSelector(PoolTooSmall.selector, address(odd), 0, 1000e6));
    }

    function test_WhenIntakeIsPaused() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        vm.prank(pauser);
        insurance.pause();
        _pay(quoteId, 1, START, 1000);
        assertEq(insurance.policyOf(quoteId).paidOut, 1000);
    }

    function test_WhenTheCurrencyIsClosed() public {
        (bytes32 quoteId,) = _buyInForce(address(usdc));
        vm.prank(administrator);
        insurance.closeCurrency(address(usdc));
        _pay(quoteId, 1, START, 1000);
        assertEq(insurance.policyOf(quoteId).paidOut, 1000);
    }

    // ─── Payment ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_WhenTheNativeCoinIsPaid() public {
        _expectPaid(NATIVE);
    }

    function test_WhenUSDCIsPaid() public {
        _expectPaid(address(usdc));
    }

    function test_WhenUSDTIsPaid() public {
        _expectPaid(address(usdt));
    }

    function test_WhenTheHolderRefusesCoins() public {
        (Wallet wallet, bytes32 quoteId) = _walletInForce();
        wallet.setOnReceive(Wallet.OnReceive.Refuse);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.ClaimPaid(quoteId, address(wallet), 1, NATIVE, 0.5 ether, 1000, START, false);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.PaymentOwed(quoteId, address(wallet), NATIVE, 0.5 ether);
        _expectOwed(quoteId, NATIVE);
    }

    function test_WhenTheHolderBurnsAllGas() public {
        (Wallet wallet, bytes32 quoteId) = _walletInForce();
        wallet.setOnReceive(Wallet.OnReceive.BurnGas);
        uint256 before = gasleft();
        _expectOwed(quoteId, NATIVE);
        assertLt(before - gasleft(), 400_000, "a holder cannot make a payout dear");
    }

    function test_WhenTheHolderAnswersWithTooMuchData() public {
        (Wallet wallet, bytes32 quoteId) = _walletInForce();
        wallet.setOnReceive(Wallet.OnReceive.ReturnBomb);
        _expectOwed(quoteId, NATIVE);
    }

    function test_WhenTheTokenDeniesTheHolder() public {
        (bytes32 quoteId,) = _buyInForce(address(usdc));
        usdc.setDenied(holder, true);
        _expectOwed(quoteId, address(usdc));
        (quoteId,) = _buyInForce(address(usdt));
        usdt.setDenied(holder, true);
        _expectOwed(quoteId, address(usdt));
    }

    function test_WhenTheTokenAnswersFalseToThePayout() public {
        OddToken odd = _listOddToken();
        (bytes32 quoteId,) = _buyInForce(address(odd));
        odd.setAnswersFalse(true);
        _expectOwed(quoteId, address(odd));
    }

    function test_WhenASecondPaymentIsRefused() public {
        (bytes32 quoteId,) = _buyInForce(address(usdc));
        usdc.setDenied(holder, true);
        _pay(quoteId, 1, START, 1000);
        _pay(quoteId, 2, START, 500);
        assertEq(insurance.owed(quoteId), 1500e6);
        assertEq(insurance.currencies()[1].owed, 1500e6);
    }

    function test_WhenTheHolderCallsBack() public {
        (Wallet wallet, bytes32 quoteId) = _walletInForce();
        // The worst case: the holder has the claims role too.
        _grant(Role.Claims, address(wallet));
        bytes memory payout = abi.encodeCall(insurance.payClaim, (quoteId, 2, START, 1000, 0.5 ether, FOREVER));
        wallet.setReentry(address(insurance), payout);
        uint256 purse = address(wallet).balance;
        wallet.execute(
            address(insurance), 0, abi.encodeCall(insurance.payClaim, (quoteId, 1, START, 1000, 0.5 ether, FOREVER))
        );
        assertFalse(wallet.reentered());
        assertEq(wallet.reentryError(), abi.encodeWithSignature("ReentrancyGuardReentrantCall()"));
        assertEq(address(wallet).balance, purse + 0.5 ether);
        assertEq(insurance.policyOf(quoteId).claims, 1);
    }

    function test_WhenTheHolderWasChanged() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        _changeHolder(quoteId, stranger);
        _pay(quoteId, 1, START, 1000);
        assertEq(stranger.balance, 0.5 ether);
        assertEq(insurance.policyOf(quoteId).holder, stranger);
    }

    function test_WhenThePolicyIsContested() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        _contest(quoteId, stranger);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.PaymentOwed(quoteId, holder, NATIVE, 0.5 ether);
        _expectOwed(quoteId, NATIVE);
    }

    // ─── Announced payouts ───────────────────────────────────────────────────────────────────────────────────────────

    function test_WhenAnotherPayoutIsAnnounced() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        _announce(claims, _payout(quoteId, 1, START, 1000));
        _pay(quoteId, 1, START, 2000);
        assertEq(insurance.policyOf(quoteId).paidOut, 2000);
    }
}
