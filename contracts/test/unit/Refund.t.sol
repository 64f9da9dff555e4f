// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Role} from "../../src/IGovernance.sol";
import {IInsurancePayment, Policy, Quote, Status} from "../../src/IInsurancePayment.sol";
import {IPool} from "../../src/IPool.sol";
import {PoolTooSmall} from "../../src/Ledger.sol";
import {Wallet} from "../mocks/Wallet.sol";
import {RefundBase} from "./RefundBase.sol";

contract RefundTest is RefundBase {
    function test_RevertWhen_TheQuoteWasNeverBought() public {
        _expectUnknown(_quote(NATIVE));
    }

    function test_RevertWhen_TheQuoteIsNotTheOneThatWasBought() public {
        Quote memory quote = _quote(NATIVE);
        _buy(quote);
        quote.premium += 1;
        _expectUnknown(quote);
    }

    function test_RevertWhen_ThePolicyWasRefundedBefore() public {
        for (uint256 i = 0; i < 2; ++i) {
            Quote memory quote = _quote(NATIVE);
            bytes32 quoteId = _buy(quote);
            if (i == 0) _reject(quote);
            else _cancel(quote, 1);
            Status status = i == 0 ? Status.Rejected : Status.Cancelled;
            _expectRefused(
                quote, 1, abi.encodeWithSelector(IInsurancePayment.PolicyNotActive.selector, quoteId, status)
            );
        }
    }

    function test_RevertWhen_AClaimWasPaid() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(address(usdc));
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, START, 700, 700e6, FOREVER);
        bytes memory reason = abi.encodeWithSelector(IInsurancePayment.PolicyHasPayout.selector, quoteId, 700);
        _expectRefused(quote, quote.premium, reason);
        _expectRefused(quote, 0, reason);
        // The same after its end: no second payout by way of a refund.
        vm.warp(END + 1);
        _expectRefused(quote, quote.premium, reason);
    }

    function test_RevertWhen_TheAmountIsAboveThePremium() public {
        Quote memory quote = _quote(NATIVE);
        _buy(quote);
        _expectRefused(
            quote,
            quote.premium + 1,
            abi.encodeWithSelector(IInsurancePayment.RefundAbovePremium.selector, quote.premium, quote.premium + 1)
        );
    }

    // ─── The whole premium ───────────────────────────────────────────────────────────────────────────────────────────

    function test_WhenTheWholePremiumIsRefundedBeforeTheStart() public {
        Quote memory quote = _quote(NATIVE);
        bytes32 quoteId = _buy(quote);
        _expectCancelled(quote, quote.premium, START);
        _assertNeverInForce(quoteId);
    }

    function test_WhenTheWholePremiumIsRefundedInForce() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(address(usdt));
        Policy memory expected = insurance.policyOf(quoteId);
        _expectCancelled(quote, quote.premium, START);
        expected.status = Status.Cancelled;
        expected.end = expected.start;
        assertEq(abi.encode(insurance.policyOf(quoteId)), abi.encode(expected));
        _assertNeverInForce(quoteId);
    }

    function test_WhenTheWholePremiumIsRefundedAfterTheTerm() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(NATIVE);
        vm.warp(END + 5 days);
        _expectCancelled(quote, quote.premium, START);
        _assertNeverInForce(quoteId);
    }

    function test_RevertWhen_AClaimIsPaidAfterTheWholePremium() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(NATIVE);
        _cancel(quote, quote.premium);
        uint256[3] memory times = [START, block.timestamp - 1, block.timestamp];
        for (uint256 i = 0; i < 3; ++i) {
            bytes memory reason =
                abi.encodeWithSelector(IInsurancePayment.IncidentOutsideCover.selector, times[i], START, START);
            vm.expectRevert(reason);
            vm.prank(claims);
            insurance.payClaim(quoteId, 1, times[i], 1, 5e14, FOREVER);
        }
    }

    // ─── A part ──────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_WhenAPartIsRefundedTheCoverEndsNow() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(NATIVE);
        vm.warp(START + 12_345);
        _expectCancelled(quote, quote.premium - 1, START + 12_345);
        assertTrue(insurance.isInForce(quoteId, START));
        assertTrue(insurance.isInForce(quoteId, START + 12_344));
        assertFalse(insurance.isInForce(quoteId, START + 12_345));
    }

    function test_WhenNothingIsRefundedTheCoverEndsNow() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(NATIVE);
        // The pool is empty: what costs nothing must not ask it.
        vm.deal(address(insurance), 0);
        vm.expectCall(holder, "", 0);
        _expectCancelled(quote, 0, block.timestamp);
        assertFalse(insurance.isInForce(quoteId, block.timestamp));
        assertTrue(insurance.isInForce(quoteId, block.timestamp - 1));
    }

    function test_WhenAPartIsRefundedBeforeTheStart() public {
        Quote memory quote = _quote(NATIVE);
        bytes32 quoteId = _buy(quote);
        _expectCancelled(quote, 1, START);
        _assertNeverInForce(quoteId);
    }

    function test_WhenAPartIsRefundedInTheLastSecond() public {
        (, Quote memory quote) = _buyInForce(NATIVE);
        vm.warp(END - 1);
        _expectCancelled(quote, 1, END - 1);
    }

    function test_WhenAPartIsRefundedAfterTheTerm() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(NATIVE);
        vm.warp(END + 5 days);
        _expectCancelled(quote, 1, END);
        assertTrue(insurance.isInForce(quoteId, END - 1));
    }

    // ─── Money ───────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_ThePoolIsTooSmall() public {
        Quote memory quote = _quote(NATIVE);
        _buy(quote);
        vm.deal(address(insurance), quote.premium - 1);
        _expectRefused(
            quote,
            quote.premium,
            abi.encodeWithSelector(PoolTooSmall.selector, NATIVE, quote.premium - 1, quote.premium)
        );
    }

    function test_WhenEachCurrencyIsRefunded() public {
        address[3] memory tokens = [NATIVE, address(usdc), address(usdt)];
        for (uint256 i = 0; i < 3; ++i) {
            Quote memory quote = _quote(tokens[i]);
            _buy(quote);
            _expectCancelled(quote, quote.premium / 3, START);
        }
    }

    function test_WhenIntakeIsPausedAndPayoutsAreHalted() public {
        Quote memory quote = _quote(NATIVE);
        _buy(quote);
        vm.prank(guardian);
        insurance.pause();
        vm.prank(guardian);
        insurance.haltPayouts();
        _expectCancelled(quote, 1, START);
    }

    function test_WhenTheHolderRefusesCoins() public {
        (Wallet wallet, bytes32 quoteId, Quote memory quote) = _buyForWallet();
        wallet.setOnReceive(Wallet.OnReceive.Refuse);
        _record(quoteId, 1, NOW);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.PaymentOwed(quoteId, address(wallet), NATIVE, 1);
        _refund(quote, 1, NOW, "");
        assertEq(insurance.owed(quoteId), 1);
        assertEq(uint8(_statusOf(quoteId)), uint8(Status.Cancelled));
    }

    function test_WhenTheHolderCallsBack() public {
        (Wallet wallet, bytes32 firstId, Quote memory first) = _buyForWallet();
        Quote memory second = _quote(NATIVE);
        second.holder = address(wallet);
        bytes32 secondId = _buy(second);
        _record(firstId, 1, NOW);
        _record(secondId, 1, NOW);
        // The worst case: the holder has the underwriter's role too.
        _grant(Role.Underwriter, address(wallet));
        wallet.setReentry(address(insurance), abi.encodeCall(insurance.refund, (second, 1, NOW, "")));
        wallet.execute(address(insurance), 0, abi.encodeCall(insurance.refund, (first, 1, NOW, "")));
        assertFalse(wallet.reentered());
        assertEq(wallet.reentryError(), abi.encodeWithSignature("ReentrancyGuardReentrantCall()"));
        assertEq(uint8(_statusOf(firstId)), uint8(Status.Cancelled));
        assertEq(uint8(_statusOf(secondId)), uint8(Status.Active));
    }

    // ─── Helpers ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function _assertNeverInForce(bytes32 quoteId) private view {
        assertFalse(insurance.isInForce(quoteId, START - 1));
        assertFalse(insurance.isInForce(quoteId, START));
        assertFalse(insurance.isInForce(quoteId, START + 1 days));
        assertFalse(insurance.isInForce(quoteId, END - 1));
        assertEq(insurance.policyOf(quoteId).start, START);
    }

    function _expectUnknown(Quote memory quote) private {
        bytes memory reason =
            abi.encodeWithSelector(IInsurancePayment.PolicyUnknown.selector, insurance.hashQuote(quote));
        _expectRefused(quote, quote.premium, reason);
    }

    function _expectRefused(Quote memory quote, uint256 amount, bytes memory reason) private {
        bytes memory signature = _consent(holderKey, insurance.hashQuote(quote), amount, block.timestamp);
        vm.expectRevert(reason);
        _refund(quote, amount, block.timestamp, signature);
    }
}
