// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {IInsurancePayment, Quote, Status} from "../../src/IInsurancePayment.sol";
import {IPool} from "../../src/IPool.sol";
import {OddToken} from "../mocks/OddToken.sol";
import {PurchaseBase} from "./PurchaseBase.sol";

contract PurchaseTest is PurchaseBase {
    function test_RevertWhen_IntakeIsPaused() public {
        vm.prank(pauser);
        insurance.pause();
        _expectRefused(_quote(NATIVE), abi.encodeWithSelector(IInsurancePayment.IntakePaused.selector));
    }

    function test_RevertWhen_TheCallerIsNotTheHolder() public {
        Quote memory quote = _quote(NATIVE);
        bytes memory signature = _sign(quote);
        vm.deal(stranger, quote.premium);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NotHolder.selector, holder, stranger));
        vm.prank(stranger);
        insurance.purchase{value: quote.premium}(quote, signature);
    }

    // ─── Validity and single use ─────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_TheQuoteHasExpired() public {
        Quote memory quote = _quote(NATIVE);
        vm.warp(uint256(quote.validUntil) + 1);
        _expectRefused(
            quote,
            abi.encodeWithSelector(
                IInsurancePayment.QuoteExpired.selector, quote.validUntil, uint256(quote.validUntil) + 1
            )
        );
    }

    function test_WhenItIsTheQuotesLastSecond() public {
        Quote memory quote = _quote(NATIVE);
        vm.warp(quote.validUntil);
        _expectRecorded(quote);
    }

    function test_RevertWhen_TheQuoteIsUsed() public {
        Quote memory quote = _quote(NATIVE);
        bytes32 quoteId = _buy(quote);
        _expectRefused(quote, abi.encodeWithSelector(IInsurancePayment.QuoteAlreadyUsed.selector, quoteId));
    }

    function test_RevertWhen_TheQuoteIsUsedAndItsPolicyEnded() public {
        Quote memory quote = _quote(NATIVE);
        bytes32 quoteId = _buy(quote);
        _reject(quote);
        _expectRefused(quote, abi.encodeWithSelector(IInsurancePayment.QuoteAlreadyUsed.selector, quoteId));
    }

    // ─── Currency ────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_TheTokenIsNotListed() public {
        Quote memory quote = _quote(NATIVE);
        quote.token = address(new OddToken());
        _expectRefused(quote, abi.encodeWithSelector(IInsurancePayment.TokenNotAccepted.selector, quote.token));
    }

    function test_RevertWhen_TheTokenIsClosed() public {
        vm.prank(administrator);
        insurance.closeCurrency(address(usdc));
        _expectRefused(
            _quote(address(usdc)), abi.encodeWithSelector(IInsurancePayment.TokenNotAccepted.selector, address(usdc))
        );
    }

    function test_RevertWhen_TheNativeCoinIsClosed() public {
        vm.prank(administrator);
        insurance.closeCurrency(NATIVE);
        _expectRefused(_quote(NATIVE), abi.encodeWithSelector(IInsurancePayment.TokenNotAccepted.selector, NATIVE));
    }

    // ─── What the registry can hold ──────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_ThePremiumIsZero() public {
        Quote memory quote = _quote(NATIVE);
        quote.premium = 0;
        _expectRefused(quote, abi.encodeWithSelector(IInsurancePayment.ZeroPremium.selector));
    }

    function test_RevertWhen_TheProductIsZero() public {
        Quote memory quote = _quote(NATIVE);
        quote.product = 0;
        _expectRefused(quote, abi.encodeWithSelector(IInsurancePayment.InvalidProduct.selector, 0, 15));
    }

    function test_RevertWhen_TheProductIsAboveFifteen() public {
        Quote memory quote = _quote(NATIVE);
        quote.product = 16;
        _expectRefused(quote, abi.encodeWithSelector(IInsurancePayment.InvalidProduct.selector, 16, 15));
    }

    function test_RevertWhen_TheCoverIsZero() public {
        Quote memory quote = _quote(NATIVE);
        quote.cover = 0;
        _expectRefused(quote, abi.encodeWithSelector(IInsurancePayment.InvalidCover.selector, 0, 1_048_575));
    }

    function test_RevertWhen_TheCoverIsAboveTwentyBits() public {
        Quote memory quote = _quote(NATIVE);
        quote.cover = 1_048_576;
        _expectRefused(quote, abi.encodeWithSelector(IInsurancePayment.InvalidCover.selector, 1_048_576, 1_048_575));
    }

    function test_WhenTheCoverFillsTwentyBits() public {
        Quote memory quote = _quote(NATIVE);
        quote.cover = 1_048_575;
        quote.product = 3;
        _expectRecorded(quote);
    }

    function test_RevertWhen_TheLastDayIsBeforeTheFirst() public {
        Quote memory quote = _quote(NATIVE);
        quote.endDay = quote.startDay - 1;
        _expectInvalidTerm(quote);
    }

    function test_RevertWhen_TheLastDayIsOver() public {
        Quote memory quote = _quote(NATIVE);
        quote.startDay = uint16(TODAY - 30);
        quote.endDay = uint16(TODAY);
        quote.validUntil = type(uint40).max;
        vm.warp((TODAY + 1) * 1 days);
        _expectInvalidTerm(quote);
    }

    function test_WhenItIsTheLastSecondOfTheLastDay() public {
        Quote memory quote = _quote(NATIVE);
        quote.startDay = quote.endDay = uint16(TODAY);
        quote.validUntil = type(uint40).max;
        vm.warp((TODAY + 1) * 1 days - 1);
        bytes32 quoteId = _buy(quote);
        assertEq(insurance.policyOf(quoteId).start, (TODAY + 1) * 1 days - 1 minutes);
        assertEq(insurance.policyOf(quoteId).end, (TODAY + 1) * 1 days);
    }

    function test_WhenTheStartIs367DaysAhead() public {
        Quote memory quote = _quote(NATIVE);
        quote.startDay = uint16(TODAY + 367);
        quote.endDay = uint16(TODAY + 733);
        _expectRecorded(quote);
    }

    function test_RevertWhen_TheStartIs368DaysAhead() public {
        Quote memory quote = _quote(NATIVE);
        quote.startDay = uint16(TODAY + 368);
        quote.endDay = uint16(TODAY + 733);
        _expectInvalidTerm(quote);
    }

    function test_RevertWhen_TheEndIs734DaysAhead() public {
        Quote memory quote = _quote(NATIVE);
        quote.endDay = uint16(TODAY + 734);
        _expectInvalidTerm(quote);
    }

    function test_WhenItIsTheLongestTrip() public {
        // From the quote's day on, for 180 days that begin a year and the tolerated day later.
        Quote memory quote = _quote(NATIVE);
        quote.product = 3;
        quote.startDay = uint16(TODAY);
        quote.endDay = uint16(TODAY + 367 + 180);
        bytes32 quoteId = _buy(quote);
        assertEq(insurance.policyOf(quoteId).end, (TODAY + 548) * 1 days);
    }

    function test_RevertWhen_TheLastDayIsBeyondFourteenBits() public {
        Quote memory quote = _lastQuote();
        quote.endDay = 36_107;
        _expectInvalidTerm(quote);
    }

    function test_WhenTheLastDayIsTheLastThatFourteenBitsHold() public {
        bytes32 quoteId = _buy(_lastQuote());
        // 2068-11-09 00:00 UTC
        assertEq(insurance.policyOf(quoteId).end, 3_119_644_800);
    }

    function test_RevertWhen_TheStartIsBeyondTwentyFiveBitsOfMinutes() public {
        // 2087-10-19: no last day that fits comes after it, so the days refuse it first.
        Quote memory quote = _lastQuote();
        vm.warp(uint256(43_025) * 1 days);
        quote.startDay = quote.endDay = 43_025;
        _expectInvalidTerm(quote);
        quote.endDay = 36_106;
        _expectInvalidTerm(quote);
    }

    /// Bought when the last year that the registry holds begins.
    function _lastQuote() private returns (Quote memory quote) {
        vm.warp(uint256(35_740) * 1 days);
        quote = _quote(NATIVE);
        quote.startDay = 35_741;
        quote.endDay = 36_106;
        quote.validUntil = type(uint40).max;
    }

    function test_RevertWhen_TheTermWasBefore2024() public {
        Quote memory quote = _quote(NATIVE);
        quote.startDay = quote.endDay = 19_722;
        _expectInvalidTerm(quote);
    }

    function test_WhenTheStartDayIsAhead() public {
        bytes32 quoteId = _buy(_quote(NATIVE));
        assertEq(insurance.policyOf(quoteId).start, (TODAY + 1) * 1 days);
    }

    function test_WhenTheStartDayHasBegun() public {
        Quote memory quote = _quote(NATIVE);
        quote.startDay = uint16(TODAY);
        bytes32 quoteId = _buy(quote);
        assertEq(insurance.policyOf(quoteId).start, NOW - 30);
    }

    // ─── Payment ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_TheValueIsTooLow() public {
        Quote memory quote = _quote(NATIVE);
        _expectRefused(
            quote,
            quote.premium - 1,
            abi.encodeWithSelector(IPool.WrongValue.selector, quote.premium, quote.premium - 1)
        );
    }

    function test_RevertWhen_TheValueIsTooHigh() public {
        Quote memory quote = _quote(NATIVE);
        _expectRefused(
            quote,
            quote.premium + 1,
            abi.encodeWithSelector(IPool.WrongValue.selector, quote.premium, quote.premium + 1)
        );
    }

    function test_RevertWhen_AValueComesWithAToken() public {
        vm.prank(holder);
        usdc.approve(address(insurance), FOREVER);
        _expectRefused(_quote(address(usdc)), 1, abi.encodeWithSelector(IPool.WrongValue.selector, 0, 1));
    }

    function test_RevertWhen_TheAllowanceIsTooLow() public {
        vm.prank(holder);
        usdc.approve(address(insurance), PREMIUM_USD - 1);
        _expectRefused(
            _quote(address(usdc)), abi.encodeWithSignature("Error(string)", "transfer amount exceeds allowance")
        );
    }

    function test_RevertWhen_TheTokenTakesAFee() public {
        usdt.setFee(1);
        vm.prank(holder);
        usdt.approve(address(insurance), FOREVER);
        _expectRefused(
            _quote(address(usdt)),
            abi.encodeWithSelector(
                IPool.WrongAmountReceived.selector, address(usdt), PREMIUM_USD, PREMIUM_USD - PREMIUM_USD / 10_000
            )
        );
    }

    function test_RevertWhen_TheTokenDeliversTooMuch() public {
        OddToken odd = _listOddToken();
        odd.setBonus(1);
        _expectRefused(
            _quote(address(odd)),
            abi.encodeWithSelector(IPool.WrongAmountReceived.selector, address(odd), PREMIUM_USD, PREMIUM_USD + 1)
        );
    }

    function test_RevertWhen_TheTokenAnswersFalse() public {
        OddToken odd = _listOddToken();
        odd.setAnswersFalse(true);
        _expectRefused(_quote(address(odd)), abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, odd));
    }

    function test_WhenTheTokenCallsBack() public {
        OddToken odd = _listOddToken();
        Quote memory inner = _quote(address(odd));
        inner.holder = address(odd);
        odd.setReentry(address(insurance), abi.encodeCall(insurance.purchase, (inner, _sign(inner))));
        Quote memory quote = _quote(address(odd));
        bytes memory signature = _sign(quote);
        vm.prank(holder);
        insurance.purchase(quote, signature);
        assertEq(odd.reentryError(), abi.encodeWithSignature("ReentrancyGuardReentrantCall()"));
        assertEq(uint8(_statusOf(insurance.hashQuote(inner))), uint8(Status.None));
        assertEq(uint8(_statusOf(insurance.hashQuote(quote))), uint8(Status.Active));
    }

    function test_RevertWhen_AFieldCarriesDirtyHighBits() public {
        Quote memory quote = _quote(NATIVE);
        bytes memory clean = abi.encode(quote);
        // Every field of the quote that is narrower than its word: holder, token, product, cover, days, validity.
        uint8[7] memory words = [0, 1, 3, 4, 5, 6, 7];
        for (uint256 i = 0; i < words.length; ++i) {
            bytes memory dirty = bytes.concat(clean);
            dirty[32 * uint256(words[i])] = 0x80;
            // Even when the signer signed it like that.
            (, bytes memory digest) = address(insurance).call(bytes.concat(insurance.hashQuote.selector, dirty));
            bytes memory signature = abi.encode(_sign(signerKey, abi.decode(digest, (bytes32))));
            bytes memory tail = bytes.concat(bytes32(uint256(10 * 32)), _slice(signature, 32));
            vm.prank(holder);
            (bool success, bytes memory returned) =
                address(insurance).call{value: quote.premium}(bytes.concat(insurance.purchase.selector, dirty, tail));
            assertFalse(success, "dirty bits pass");
            assertEq(returned.length, 0, "the decoder refuses them");
        }
        // The same call without them passes.
        bytes memory good = bytes.concat(bytes32(uint256(10 * 32)), _slice(abi.encode(_sign(quote)), 32));
        vm.prank(holder);
        (bool passes,) =
            address(insurance).call{value: quote.premium}(bytes.concat(insurance.purchase.selector, clean, good));
        assertTrue(passes);
    }

    function test_WhenTheNativeCoinIsPaid() public {
        _expectPaid(NATIVE);
    }

    function test_WhenUSDCIsPaid() public {
        _expectPaid(address(usdc));
    }

    function test_WhenUSDTIsPaid() public {
        _expectPaid(address(usdt));
    }
}
