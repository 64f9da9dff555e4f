// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IInsurancePayment, Policy, Quote, Role, Status} from "../../src/IInsurancePayment.sol";
import {BaseTest} from "../BaseTest.sol";
import {Wallet} from "../mocks/Wallet.sol";

contract RefundTest is BaseTest {
    uint256 private constant START = (TODAY + 1) * 1 days;
    uint256 private constant END = (TODAY + 367) * 1 days;

    function test_RevertWhen_TheCallerLacksTheUnderwriterRole() public {
        Quote memory quote = _quote(NATIVE);
        _buy(quote);
        address[4] memory others = [admin, claims, treasurer, holder];
        for (uint256 i = 0; i < others.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NotInRole.selector, Role.Underwriter, others[i]));
            vm.prank(others[i]);
            insurance.refund(quote, quote.premium, Status.Rejected, FOREVER);
        }
    }

    function test_RevertWhen_TheValidityIsOver() public {
        Quote memory quote = _quote(NATIVE);
        _buy(quote);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.ExecutionExpired.selector, NOW - 1, NOW));
        vm.prank(underwriter);
        insurance.refund(quote, quote.premium, Status.Rejected, NOW - 1);
    }

    function test_WhenItIsTheLastSecondOfTheValidity() public {
        Quote memory quote = _quote(NATIVE);
        bytes32 quoteId = _buy(quote);
        vm.prank(underwriter);
        insurance.refund(quote, quote.premium, Status.Rejected, NOW);
        assertEq(uint8(_statusOf(quoteId)), uint8(Status.Rejected));
    }

    function test_RevertWhen_TheQuoteWasNeverBought() public {
        Quote memory quote = _quote(NATIVE);
        _expectUnknown(quote);
    }

    function test_RevertWhen_TheQuoteIsNotTheOneThatWasBought() public {
        Quote memory quote = _quote(NATIVE);
        _buy(quote);
        quote.premium += 1;
        _expectUnknown(quote);
    }

    function test_RevertWhen_ThePolicyWasRefundedBefore() public {
        Status[2] memory outcomes = [Status.Rejected, Status.Cancelled];
        for (uint256 i = 0; i < 2; ++i) {
            Quote memory quote = _quote(NATIVE);
            bytes32 quoteId = _buy(quote);
            _refund(quote, quote.premium, outcomes[i]);
            for (uint256 j = 0; j < 2; ++j) {
                bytes memory reason =
                    abi.encodeWithSelector(IInsurancePayment.PolicyNotActive.selector, quoteId, outcomes[i]);
                _expectRefused(quote, quote.premium, outcomes[j], reason);
            }
        }
    }

    function test_RevertWhen_AClaimWasPaid() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(address(usdc));
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, START, 700, 700e6, FOREVER);
        bytes memory reason = abi.encodeWithSelector(IInsurancePayment.PolicyHasPayout.selector, quoteId, 700);
        _expectRefused(quote, quote.premium, Status.Rejected, reason);
        _expectRefused(quote, 1, Status.Cancelled, reason);
        // The same after its end: no second payout by way of a refund.
        vm.warp(END + 1);
        _expectRefused(quote, quote.premium, Status.Rejected, reason);
    }

    function test_RevertWhen_TheOutcomeIsNeitherRejectedNorCancelled() public {
        Quote memory quote = _quote(NATIVE);
        _buy(quote);
        Status[2] memory outcomes = [Status.None, Status.Active];
        for (uint256 i = 0; i < 2; ++i) {
            bytes memory reason = abi.encodeWithSelector(IInsurancePayment.InvalidOutcome.selector, outcomes[i]);
            _expectRefused(quote, quote.premium, outcomes[i], reason);
        }
    }

    function test_RevertWhen_ARejectionIsNotTheWholePremium() public {
        Quote memory quote = _quote(NATIVE);
        _buy(quote);
        _expectWrong(quote, quote.premium - 1, Status.Rejected);
        _expectWrong(quote, quote.premium + 1, Status.Rejected);
        _expectWrong(quote, 0, Status.Rejected);
    }

    function test_RevertWhen_ACancellationIsAboveThePremium() public {
        Quote memory quote = _quote(NATIVE);
        _buy(quote);
        _expectWrong(quote, quote.premium + 1, Status.Cancelled);
    }

    function test_WhenACancellationIsTheWholePremium() public {
        Quote memory quote = _quote(NATIVE);
        bytes32 quoteId = _buy(quote);
        uint256 purse = holder.balance;
        _refund(quote, quote.premium, Status.Cancelled);
        assertEq(holder.balance, purse + quote.premium);
        assertEq(uint8(_statusOf(quoteId)), uint8(Status.Cancelled));
    }

    function test_WhenACancellationIsAPart() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(NATIVE);
        uint256 pool = address(insurance).balance;
        uint256 purse = holder.balance;
        _refund(quote, 0.2 ether, Status.Cancelled);
        assertEq(holder.balance, purse + 0.2 ether);
        assertEq(address(insurance).balance, pool - 0.2 ether);
        assertEq(insurance.policyOf(quoteId).end, block.timestamp);
    }

    function test_WhenACancellationIsZero() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(NATIVE);
        // The pool is empty: what costs nothing must not ask it.
        vm.deal(address(insurance), 0);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.PremiumRefunded(
            quoteId, holder, NATIVE, quote.premium, 0, Status.Cancelled, uint64(block.timestamp)
        );
        vm.expectCall(holder, "", 0);
        _refund(quote, 0, Status.Cancelled);
        assertFalse(insurance.isInForce(quoteId, block.timestamp));
    }

    function test_WhenTheCoverHasNotBegun() public {
        Quote memory quote = _quote(NATIVE);
        bytes32 quoteId = _buy(quote);
        _refund(quote, quote.premium, Status.Cancelled);
        assertEq(insurance.policyOf(quoteId).end, NOW);
        assertEq(insurance.policyOf(quoteId).start, START);
        assertFalse(insurance.isInForce(quoteId, NOW - 1));
        assertFalse(insurance.isInForce(quoteId, NOW));
        assertFalse(insurance.isInForce(quoteId, START));
        assertFalse(insurance.isInForce(quoteId, START + 10 days));
    }

    function test_WhenThePolicyIsCancelledInItsLastSecond() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(NATIVE);
        vm.warp(END - 1);
        _refund(quote, 1, Status.Cancelled);
        assertEq(insurance.policyOf(quoteId).end, END - 1);
    }

    function test_RevertWhen_ThePolicyIsCancelledAfterItsEnd() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(NATIVE);
        vm.warp(END);
        bytes memory reason = abi.encodeWithSelector(IInsurancePayment.PolicyEnded.selector, quoteId, END);
        _expectRefused(quote, 1, Status.Cancelled, reason);
    }

    function test_WhenThePolicyIsRejectedAfterItsEnd() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(NATIVE);
        vm.warp(END + 5);
        uint256 purse = holder.balance;
        _refund(quote, quote.premium, Status.Rejected);
        assertEq(holder.balance, purse + quote.premium);
        assertEq(insurance.policyOf(quoteId).end, END);
        assertTrue(insurance.isInForce(quoteId, END - 1));
        assertFalse(insurance.isInForce(quoteId, END));
    }

    function test_WhenThePolicyIsRejectedInForce() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(address(usdt));
        Policy memory before = insurance.policyOf(quoteId);
        vm.warp(block.timestamp + 12_345);
        _refund(quote, quote.premium, Status.Rejected);
        Policy memory policy = insurance.policyOf(quoteId);
        assertEq(uint8(policy.status), uint8(Status.Rejected));
        assertEq(policy.end, block.timestamp);
        assertEq(policy.holder, before.holder);
        assertEq(policy.product, before.product);
        assertEq(policy.token, before.token);
        assertEq(policy.start, before.start);
        assertEq(policy.cover, before.cover);
        assertEq(policy.paidOut, 0);
        assertEq(policy.claims, 0);
        assertTrue(insurance.isInForce(quoteId, block.timestamp - 1));
        assertFalse(insurance.isInForce(quoteId, block.timestamp));
    }

    function test_RevertWhen_ThePoolIsTooSmall() public {
        Quote memory quote = _quote(NATIVE);
        _buy(quote);
        vm.deal(address(insurance), quote.premium - 1);
        bytes memory reason =
            abi.encodeWithSelector(IInsurancePayment.PoolTooSmall.selector, NATIVE, quote.premium - 1, quote.premium);
        _expectRefused(quote, quote.premium, Status.Rejected, reason);
    }

    function test_WhenIntakeIsPaused() public {
        Quote memory quote = _quote(NATIVE);
        bytes32 quoteId = _buy(quote);
        vm.prank(pauser);
        insurance.pause();
        _refund(quote, quote.premium, Status.Rejected);
        assertEq(uint8(_statusOf(quoteId)), uint8(Status.Rejected));
    }

    function test_WhenTheHolderWasChanged() public {
        Quote memory quote = _quote(NATIVE);
        bytes32 quoteId = _buy(quote);
        vm.prank(underwriter);
        insurance.proposeHolderChange(quoteId, stranger);
        vm.prank(admin);
        insurance.confirmHolderChange(quoteId, stranger);
        vm.warp(NOW + 2 days);
        insurance.completeHolderChange(quoteId);
        _refund(quote, quote.premium, Status.Cancelled);
        assertEq(stranger.balance, quote.premium);
    }

    function test_WhenTheNativeCoinIsRefunded() public {
        _expectPaid(NATIVE);
    }

    function test_WhenUSDCIsRefunded() public {
        _expectPaid(address(usdc));
    }

    function test_WhenUSDTIsRefunded() public {
        _expectPaid(address(usdt));
    }

    function test_WhenTheHolderRefusesCoins() public {
        (Wallet wallet, Quote memory quote) = _buyForWallet();
        bytes32 quoteId = insurance.hashQuote(quote);
        wallet.setOnReceive(Wallet.OnReceive.Refuse);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.PaymentOwed(quoteId, address(wallet), NATIVE, quote.premium);
        _refund(quote, quote.premium, Status.Rejected);
        assertEq(insurance.owed(quoteId), quote.premium);
        assertEq(uint8(_statusOf(quoteId)), uint8(Status.Rejected));
    }

    function test_WhenTheHolderCallsBack() public {
        (Wallet wallet, Quote memory first) = _buyForWallet();
        Quote memory second = _quote(NATIVE);
        second.holder = address(wallet);
        _buy(second);
        // The worst case: the holder has the underwriter's role too.
        vm.prank(admin);
        insurance.setRole(Role.Underwriter, address(wallet));
        wallet.setReentry(
            address(insurance), abi.encodeCall(insurance.refund, (second, second.premium, Status.Rejected, FOREVER))
        );
        wallet.execute(
            address(insurance), 0, abi.encodeCall(insurance.refund, (first, first.premium, Status.Rejected, FOREVER))
        );
        assertFalse(wallet.reentered());
        assertEq(wallet.reentryError(), abi.encodeWithSignature("ReentrancyGuardReentrantCall()"));
        assertEq(uint8(_statusOf(insurance.hashQuote(first))), uint8(Status.Rejected));
        assertEq(uint8(_statusOf(insurance.hashQuote(second))), uint8(Status.Active));
    }

    // ─── Helpers ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function _expectPaid(address token) private {
        Quote memory quote = _quote(token);
        bytes32 quoteId = _buy(quote);
        uint256 pool = _balance(token, address(insurance));
        uint256 purse = _balance(token, holder);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.PremiumRefunded(
            quoteId, holder, token, quote.premium, quote.premium, Status.Rejected, uint64(NOW)
        );
        _refund(quote, quote.premium, Status.Rejected);
        assertEq(_balance(token, address(insurance)), pool - quote.premium);
        assertEq(_balance(token, holder), purse + quote.premium);
        assertEq(insurance.owed(quoteId), 0);
    }

    function _expectUnknown(Quote memory quote) private {
        bytes memory reason =
            abi.encodeWithSelector(IInsurancePayment.PolicyUnknown.selector, insurance.hashQuote(quote));
        _expectRefused(quote, quote.premium, Status.Rejected, reason);
    }

    function _expectWrong(Quote memory quote, uint256 amount, Status outcome) private {
        bytes memory reason = abi.encodeWithSelector(IInsurancePayment.WrongRefund.selector, quote.premium, amount);
        _expectRefused(quote, amount, outcome, reason);
    }

    function _expectRefused(Quote memory quote, uint256 amount, Status outcome, bytes memory reason) private {
        vm.expectRevert(reason);
        vm.prank(underwriter);
        insurance.refund(quote, amount, outcome, FOREVER);
    }

    function _refund(Quote memory quote, uint256 amount, Status outcome) private {
        vm.prank(underwriter);
        insurance.refund(quote, amount, outcome, FOREVER);
    }

    function _buyForWallet() private returns (Wallet wallet, Quote memory quote) {
        wallet = new Wallet();
        vm.deal(address(wallet), 10 ether);
        quote = _quote(NATIVE);
        quote.holder = address(wallet);
        _buy(quote);
    }
}
