// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Role} from "../../src/IGovernance.sol";
import {IInsurancePayment, Policy, Quote, Status} from "../../src/IInsurancePayment.sol";
import {IPool} from "../../src/IPool.sol";
import {PoolTooSmall} from "../../src/Ledger.sol";
import {BaseTest} from "../BaseTest.sol";
import {Wallet} from "../mocks/Wallet.sol";

contract RejectTest is BaseTest {
    uint256 private constant START = (TODAY + 1) * 1 days;
    uint256 private constant END = (TODAY + 367) * 1 days;

    function test_RevertWhen_TheValidityIsOver() public {
        Quote memory quote = _quote(NATIVE);
        _buy(quote);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.ExecutionExpired.selector, NOW - 1, NOW));
        vm.prank(underwriter);
        insurance.reject(quote, NOW - 1);
    }

    function test_WhenItIsTheLastSecondOfTheValidity() public {
        Quote memory quote = _quote(NATIVE);
        bytes32 quoteId = _buy(quote);
        vm.prank(underwriter);
        insurance.reject(quote, NOW);
        assertEq(uint8(_statusOf(quoteId)), uint8(Status.Rejected));
    }

    function test_RevertWhen_TheQuoteWasNeverBought() public {
        Quote memory quote = _quote(NATIVE);
        _expectRefused(
            quote, abi.encodeWithSelector(IInsurancePayment.PolicyUnknown.selector, insurance.hashQuote(quote))
        );
    }

    function test_RevertWhen_TheQuoteIsNotTheOneThatWasBought() public {
        Quote memory quote = _quote(NATIVE);
        _buy(quote);
        quote.premium += 1;
        _expectRefused(
            quote, abi.encodeWithSelector(IInsurancePayment.PolicyUnknown.selector, insurance.hashQuote(quote))
        );
    }

    function test_RevertWhen_ThePolicyHasEndedBefore() public {
        for (uint256 i = 0; i < 2; ++i) {
            Quote memory quote = _quote(NATIVE);
            bytes32 quoteId = _buy(quote);
            if (i == 0) _reject(quote);
            else _cancel(quote, 1);
            _expectRefused(
                quote,
                abi.encodeWithSelector(
                    IInsurancePayment.PolicyNotActive.selector, quoteId, i == 0 ? Status.Rejected : Status.Cancelled
                )
            );
        }
    }

    function test_RevertWhen_AClaimWasPaid() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(address(usdc));
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, START, 700, 700e6, FOREVER);
        _expectRefused(quote, abi.encodeWithSelector(IInsurancePayment.PolicyHasPayout.selector, quoteId, 700));
    }

    // ─── When ────────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_WhenTheCoverHasNotBegun() public {
        Quote memory quote = _quote(NATIVE);
        bytes32 quoteId = _buy(quote);
        _expectRejected(quote, START);
        assertFalse(insurance.isInForce(quoteId, NOW));
        assertFalse(insurance.isInForce(quoteId, START));
        assertFalse(insurance.isInForce(quoteId, START + 10 days));
    }

    function test_WhenThePolicyIsInForceTheDaysUntilThenStayCovered() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(address(usdt));
        Policy memory expected = insurance.policyOf(quoteId);
        vm.warp(START + 12_345);
        _expectRejected(quote, START + 12_345);
        expected.status = Status.Rejected;
        expected.end = uint64(START + 12_345);
        assertEq(abi.encode(insurance.policyOf(quoteId)), abi.encode(expected));
        assertTrue(insurance.isInForce(quoteId, START));
        assertTrue(insurance.isInForce(quoteId, START + 12_344));
        assertFalse(insurance.isInForce(quoteId, START + 12_345));
    }

    function test_WhenItIsTheLastSecondOfThirtyDays() public {
        (, Quote memory quote) = _buyInForce(NATIVE);
        vm.warp(START + 30 days - 1);
        _expectRejected(quote, START + 30 days - 1);
    }

    function test_RevertWhen_ThirtyDaysOfCoverAreOver() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(NATIVE);
        uint256[2] memory times = [START + 30 days, END];
        for (uint256 i = 0; i < 2; ++i) {
            vm.warp(times[i]);
            _expectRefused(
                quote, abi.encodeWithSelector(IInsurancePayment.RejectionTooLate.selector, quoteId, START + 30 days)
            );
        }
    }

    function test_WhenTheTermIsShorterThanThirtyDaysAndOver() public {
        Quote memory quote = _quote(NATIVE);
        quote.endDay = quote.startDay + 1;
        bytes32 quoteId = _buy(quote);
        vm.warp(START + 5 days);
        _expectRejected(quote, START + 2 days);
        assertTrue(insurance.isInForce(quoteId, START + 2 days - 1));
    }

    // ─── Money ───────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_ThePoolIsTooSmall() public {
        Quote memory quote = _quote(NATIVE);
        _buy(quote);
        vm.deal(address(insurance), quote.premium - 1);
        _expectRefused(quote, abi.encodeWithSelector(PoolTooSmall.selector, NATIVE, quote.premium - 1, quote.premium));
    }

    function test_WhenEachCurrencyIsRejected() public {
        address[3] memory tokens = [NATIVE, address(usdc), address(usdt)];
        for (uint256 i = 0; i < 3; ++i) {
            Quote memory quote = _quote(tokens[i]);
            _buy(quote);
            _expectRejected(quote, START);
        }
    }

    function test_WhenIntakeIsPausedAndPayoutsAreHalted() public {
        Quote memory quote = _quote(NATIVE);
        _buy(quote);
        vm.prank(pauser);
        insurance.pause();
        vm.prank(pauser);
        insurance.haltPayouts();
        _expectRejected(quote, START);
    }

    function test_WhenTheHolderRefusesCoins() public {
        (Wallet wallet, Quote memory quote) = _buyForWallet();
        bytes32 quoteId = insurance.hashQuote(quote);
        wallet.setOnReceive(Wallet.OnReceive.Refuse);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.PaymentOwed(quoteId, address(wallet), NATIVE, quote.premium);
        _reject(quote);
        assertEq(insurance.owed(quoteId), quote.premium);
        assertEq(uint8(_statusOf(quoteId)), uint8(Status.Rejected));
    }

    function test_WhenThePolicyIsContested() public {
        Quote memory quote = _quote(NATIVE);
        bytes32 quoteId = _buy(quote);
        _contest(quoteId, stranger);
        uint256 purse = holder.balance;
        _reject(quote);
        assertEq(holder.balance, purse);
        assertEq(insurance.owed(quoteId), quote.premium);
        assertEq(uint8(_statusOf(quoteId)), uint8(Status.Rejected));
    }

    function test_WhenTheHolderWasChanged() public {
        Quote memory quote = _quote(NATIVE);
        _changeHolder(_buy(quote), stranger);
        _reject(quote);
        assertEq(stranger.balance, quote.premium);
    }

    function test_WhenTheHolderCallsBack() public {
        (Wallet wallet, Quote memory first) = _buyForWallet();
        Quote memory second = _quote(NATIVE);
        second.holder = address(wallet);
        _buy(second);
        // The worst case: the holder has the underwriter's role too.
        _grant(Role.Underwriter, address(wallet));
        wallet.setReentry(address(insurance), abi.encodeCall(insurance.reject, (second, FOREVER)));
        wallet.execute(address(insurance), 0, abi.encodeCall(insurance.reject, (first, FOREVER)));
        assertFalse(wallet.reentered());
        assertEq(wallet.reentryError(), abi.encodeWithSignature("ReentrancyGuardReentrantCall()"));
        assertEq(uint8(_statusOf(insurance.hashQuote(first))), uint8(Status.Rejected));
        assertEq(uint8(_statusOf(insurance.hashQuote(second))), uint8(Status.Active));
    }

    // ─── Helpers ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function _expectRejected(Quote memory quote, uint256 end) private {
        bytes32 quoteId = insurance.hashQuote(quote);
        uint256 pool = _balance(quote.token, address(insurance));
        uint256 purse = _balance(quote.token, holder);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.PremiumRefunded(
            quoteId, holder, quote.token, quote.premium, quote.premium, Status.Rejected, uint64(end), 0
        );
        _reject(quote);
        assertEq(uint8(_statusOf(quoteId)), uint8(Status.Rejected));
        assertEq(insurance.policyOf(quoteId).end, end);
        assertEq(_balance(quote.token, address(insurance)), pool - quote.premium);
        assertEq(_balance(quote.token, holder), purse + quote.premium);
        assertEq(insurance.owed(quoteId), 0);
    }

    function _expectRefused(Quote memory quote, bytes memory reason) private {
        vm.expectRevert(reason);
        _reject(quote);
    }

    function _buyForWallet() private returns (Wallet wallet, Quote memory quote) {
        wallet = new Wallet();
        vm.deal(address(wallet), 10 ether);
        quote = _quote(NATIVE);
        quote.holder = address(wallet);
        _buy(quote);
    }
}
