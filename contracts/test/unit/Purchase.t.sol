// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IInsurancePayment, Quote, Status} from "../../src/IInsurancePayment.sol";
import {OddToken} from "../mocks/OddToken.sol";
import {Wallet} from "../mocks/Wallet.sol";
import {PurchaseBase} from "./PurchaseBase.sol";

contract PurchaseTest is PurchaseBase {
    uint256 private constant CURVE_ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;

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
        vm.prank(underwriter);
        insurance.refund(quote, quote.premium, Status.Rejected, NOW);
        _expectRefused(quote, abi.encodeWithSelector(IInsurancePayment.QuoteAlreadyUsed.selector, quoteId));
    }

    // ─── Signature ───────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_AnotherKeySigned() public {
        Quote memory quote = _quote(NATIVE);
        _expectInvalid(quote, _sign(holderKey, insurance.hashQuote(quote)));
    }

    function test_RevertWhen_TheSignatureIsEmpty() public {
        _expectInvalid(_quote(NATIVE), "");
    }

    function test_RevertWhen_TheSignatureHasAByteTooMany() public {
        Quote memory quote = _quote(NATIVE);
        _expectInvalid(quote, bytes.concat(_sign(quote), hex"00"));
    }

    function test_RevertWhen_SIsInTheUpperHalf() public {
        Quote memory quote = _quote(NATIVE);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(signerKey, insurance.hashQuote(quote));
        bytes32 upper = bytes32(CURVE_ORDER - uint256(s));
        assertEq(ecrecover(insurance.hashQuote(quote), v ^ 7, r, upper), signer, "the twin is a signature too");
        _expectInvalid(quote, abi.encodePacked(r, upper, v ^ 7));
    }

    function test_RevertWhen_TheSignatureRecoversToZero() public {
        Quote memory quote = _quote(NATIVE);
        _expectInvalid(quote, new bytes(65));
    }

    function test_WhenTheSignatureIsCompact() public {
        Quote memory quote = _quote(NATIVE);
        bytes memory signature = _compact(signerKey, insurance.hashQuote(quote));
        vm.prank(holder);
        insurance.purchase{value: quote.premium}(quote, signature);
        assertEq(uint8(_statusOf(insurance.hashQuote(quote))), uint8(Status.Active));
    }

    function test_RevertWhen_TheCompactSignatureIsAnotherKeys() public {
        Quote memory quote = _quote(NATIVE);
        _expectInvalid(quote, _compact(holderKey, insurance.hashQuote(quote)));
    }

    function test_RevertWhen_TheSignerWasRotated() public {
        Quote memory quote = _quote(NATIVE);
        bytes memory signature = _sign(quote);
        _rotate(makeAddr("new signer"));
        _expectInvalid(quote, signature);
    }

    function test_WhenTheNewSignerSigned() public {
        Quote memory quote = _quote(NATIVE);
        (address next, uint256 key) = makeAddrAndKey("new signer");
        _rotate(next);
        bytes memory signature = _sign(key, insurance.hashQuote(quote));
        vm.prank(holder);
        insurance.purchase{value: quote.premium}(quote, signature);
        assertEq(uint8(_statusOf(insurance.hashQuote(quote))), uint8(Status.Active));
    }

    function test_WhenTheSignerIsAContractThatApproves() public {
        Quote memory quote = _quote(NATIVE);
        Wallet wallet = new Wallet();
        _rotate(address(wallet));
        wallet.approve(insurance.hashQuote(quote));
        vm.prank(holder);
        insurance.purchase{value: quote.premium}(quote, "any");
        assertEq(uint8(_statusOf(insurance.hashQuote(quote))), uint8(Status.Active));
    }

    function test_RevertWhen_TheSignerIsAContractThatDoesNotApprove() public {
        Quote memory quote = _quote(NATIVE);
        _rotate(address(new Wallet()));
        _expectInvalid(quote, _sign(quote));
    }

    function test_RevertWhen_TheSignatureIsForAnotherChain() public {
        Quote memory quote = _quote(NATIVE);
        uint256 home = block.chainid;
        vm.chainId(home + 1);
        bytes memory signature = _sign(quote);
        vm.chainId(home);
        _expectInvalid(quote, signature);
    }

    function test_RevertWhen_TheChainHasForkedAway() public {
        Quote memory quote = _quote(NATIVE);
        bytes memory signature = _sign(quote);
        vm.chainId(block.chainid + 1);
        _expectInvalid(quote, signature);
    }

    function test_WhenTheQuoteIsSignedForTheFork() public {
        vm.chainId(block.chainid + 1);
        _expectRecorded(_quote(NATIVE));
    }

    function test_RevertWhen_TheSignatureIsForAnotherDeployment() public {
        Quote memory quote = _quote(NATIVE);
        IInsurancePayment other = _deploy(_roles(), _currencies());
        assertNotEq(other.hashQuote(quote), insurance.hashQuote(quote));
        _expectInvalid(quote, _sign(signerKey, other.hashQuote(quote)));
    }

    // ─── Currency ────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_TheTokenIsNotListed() public {
        Quote memory quote = _quote(NATIVE);
        quote.token = address(new OddToken());
        _expectRefused(quote, abi.encodeWithSelector(IInsurancePayment.TokenNotAccepted.selector, quote.token));
    }

    function test_RevertWhen_TheTokenIsClosed() public {
        vm.prank(admin);
        insurance.setCurrencyAccepted(address(usdc), false);
        _expectRefused(
            _quote(address(usdc)), abi.encodeWithSelector(IInsurancePayment.TokenNotAccepted.selector, address(usdc))
        );
    }

    function test_RevertWhen_TheNativeCoinIsClosed() public {
        vm.prank(admin);
        insurance.setCurrencyAccepted(NATIVE, false);
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
        _expectRefused(quote, abi.encodeWithSelector(IInsurancePayment.InvalidProduct.selector, 0));
    }

    function test_RevertWhen_TheProductIsAboveThree() public {
        Quote memory quote = _quote(NATIVE);
        quote.product = 4;
        _expectRefused(quote, abi.encodeWithSelector(IInsurancePayment.InvalidProduct.selector, 4));
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

    function test_RevertWhen_TheStartIsBeyondTwentySixBitsOfMinutes() public {
        Quote memory quote = _quote(NATIVE);
        quote.startDay = quote.endDay = 46_604;
        _expectInvalidTerm(quote);
    }

    function test_WhenTheStartIsTheLastThatTwentySixBitsHold() public {
        Quote memory quote = _quote(NATIVE);
        quote.startDay = 46_603;
        quote.endDay = type(uint16).max;
        quote.validUntil = type(uint40).max;
        vm.warp(uint256(type(uint32).max >> 6) * 1 minutes + 59);
        bytes32 quoteId = _buy(quote);
        assertEq(insurance.policyOf(quoteId).start, uint256(type(uint32).max >> 6) * 1 minutes);
        assertEq(insurance.policyOf(quoteId).end, 65_536 days);
        // A minute later it does not fit.
        quote = _quote(NATIVE);
        quote.startDay = 46_603;
        quote.endDay = type(uint16).max;
        quote.validUntil = type(uint40).max;
        vm.warp(block.timestamp + 1);
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
            abi.encodeWithSelector(IInsurancePayment.WrongValue.selector, quote.premium, quote.premium - 1)
        );
    }

    function test_RevertWhen_TheValueIsTooHigh() public {
        Quote memory quote = _quote(NATIVE);
        _expectRefused(
            quote,
            quote.premium + 1,
            abi.encodeWithSelector(IInsurancePayment.WrongValue.selector, quote.premium, quote.premium + 1)
        );
    }

    function test_RevertWhen_AValueComesWithAToken() public {
        vm.prank(holder);
        usdc.approve(address(insurance), FOREVER);
        _expectRefused(_quote(address(usdc)), 1, abi.encodeWithSelector(IInsurancePayment.WrongValue.selector, 0, 1));
    }

    function test_RevertWhen_TheAllowanceIsTooLow() public {
        vm.prank(holder);
        usdc.approve(address(insurance), PREMIUM_USD - 1);
        _expectRefused(_quote(address(usdc)), abi.encodeWithSignature("TransferFromFailed()"));
    }

    function test_RevertWhen_TheTokenTakesAFee() public {
        usdt.setFee(1);
        vm.prank(holder);
        usdt.approve(address(insurance), FOREVER);
        _expectRefused(
            _quote(address(usdt)),
            abi.encodeWithSelector(
                IInsurancePayment.WrongAmountReceived.selector,
                address(usdt),
                PREMIUM_USD,
                PREMIUM_USD - PREMIUM_USD / 10_000
            )
        );
    }

    function test_RevertWhen_TheTokenDeliversTooMuch() public {
        OddToken odd = _listOddToken();
        odd.setBonus(1);
        _expectRefused(
            _quote(address(odd)),
            abi.encodeWithSelector(
                IInsurancePayment.WrongAmountReceived.selector, address(odd), PREMIUM_USD, PREMIUM_USD + 1
            )
        );
    }

    function test_RevertWhen_TheTokenAnswersFalse() public {
        OddToken odd = _listOddToken();
        odd.setAnswersFalse(true);
        _expectRefused(_quote(address(odd)), abi.encodeWithSignature("TransferFromFailed()"));
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
