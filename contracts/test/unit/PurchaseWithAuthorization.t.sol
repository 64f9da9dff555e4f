// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IInsurancePayment, Policy, Quote, Status} from "../../src/IInsurancePayment.sol";
import {IPool} from "../../src/IPool.sol";
import {UsdcProxy} from "../../src/mocks/UsdcProxy.sol";
import {UsdcToken} from "../../src/mocks/UsdcToken.sol";
import {BaseTest} from "../BaseTest.sol";
import {OddToken} from "../mocks/OddToken.sol";
import {Wallet} from "../mocks/Wallet.sol";

contract PurchaseWithAuthorizationTest is BaseTest {
    bytes private constant INVALID = abi.encodeWithSignature("Error(string)", "invalid signature");
    bytes private constant USED = abi.encodeWithSignature("Error(string)", "authorization is used or canceled");

    // ─── Good ────────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_WhenTheHolderSendsIt() public {
        Quote memory quote = _quote(address(usdc));
        _expectBought(holder, quote, _authorize(quote));
    }

    function test_WhenAStrangerSendsIt() public {
        Quote memory quote = _quote(address(usdc));
        uint256 purse = usdc.balanceOf(stranger);
        _expectBought(stranger, quote, _authorize(quote));
        assertEq(usdc.balanceOf(stranger), purse);
    }

    function test_WhenItIsTheQuotesLastSecond() public {
        Quote memory quote = _quote(address(usdc));
        vm.warp(quote.validUntil);
        _expectBought(stranger, quote, _authorize(quote));
    }

    function test_WhenTheHolderIsAContractThatApproves() public {
        (Quote memory quote, Wallet wallet) = _contractQuote();
        wallet.approveWith(_authorizationDigest(quote), "any bytes");
        _expectBought(stranger, quote, "any bytes");
    }

    // ─── For something else ──────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_ItIsForAnotherQuote() public {
        Quote memory quote = _quote(address(usdc));
        _expectRefused(quote, _authorize(_quote(address(usdc))), INVALID);
    }

    function test_RevertWhen_ItIsForAnotherAmount() public {
        Quote memory quote = _quote(address(usdc));
        bytes memory fields = _fields(quote, address(insurance), quote.premium - 1, insurance.hashQuote(quote));
        _expectRefused(quote, _signFields(usdc, fields), INVALID);
    }

    function test_RevertWhen_ItIsForAnotherToken() public {
        UsdcToken other = UsdcToken(
            address(new UsdcProxy(address(new UsdcToken()), abi.encodeCall(UsdcToken.initialize, (address(this)))))
        );
        Quote memory quote = _quote(address(usdc));
        bytes memory fields = _fields(quote, address(insurance), quote.premium, insurance.hashQuote(quote));
        _expectRefused(quote, _signFields(other, fields), INVALID);
    }

    function test_RevertWhen_ItIsForAnotherContract() public {
        IInsurancePayment other = _deploy(_roles(), _delays(), _currencies());
        Quote memory quote = _quote(address(usdc));
        bytes memory fields = _fields(quote, address(other), quote.premium, insurance.hashQuote(quote));
        _expectRefused(quote, _signFields(usdc, fields), INVALID);
    }

    function test_RevertWhen_ItIsForAnotherChain() public {
        Quote memory quote = _quote(address(usdc));
        uint256 chain = block.chainid;
        bytes memory fields = _fields(quote, address(insurance), quote.premium, insurance.hashQuote(quote));
        vm.chainId(chain + 1);
        bytes memory authorization = _signFields(usdc, fields);
        vm.chainId(chain);
        _expectRefused(quote, authorization, INVALID);
    }

    function test_RevertWhen_AnotherAccountSigned() public {
        Quote memory quote = _quote(address(usdc));
        _expectRefused(quote, _sign(signerKey, _authorizationDigest(quote)), INVALID);
    }

    function test_RevertWhen_ItIsATransferAuthorization() public {
        Quote memory quote = _quote(address(usdc));
        _expectRefused(quote, _transferAuthorization(quote), INVALID);
    }

    function test_RevertWhen_TheHolderIsAContractThatDoesNotApprove() public {
        (Quote memory quote, Wallet wallet) = _contractQuote();
        wallet.approveWith(_authorizationDigest(quote), "any bytes");
        _expectRefused(quote, "other bytes", INVALID);
    }

    function test_RevertWhen_TheQuoteIsNotSigned() public {
        Quote memory quote = _quote(address(usdc));
        bytes memory authorization = _authorize(quote);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.InvalidSignature.selector, insurance.hashQuote(quote)));
        vm.prank(holder);
        insurance.purchaseWithAuthorization(quote, authorization, authorization);
    }

    // ─── Used up ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_ItIsSentTwice() public {
        Quote memory quote = _quote(address(usdc));
        _expectBought(stranger, quote, _authorize(quote));
        bytes memory used =
            abi.encodeWithSelector(IInsurancePayment.QuoteAlreadyUsed.selector, insurance.hashQuote(quote));
        _expectRefused(quote, _authorize(quote), used);
    }

    function test_RevertWhen_TheQuoteWasBoughtByApproval() public {
        Quote memory quote = _quote(address(usdc));
        bytes32 quoteId = _buy(quote);
        _expectRefused(
            quote, _authorize(quote), abi.encodeWithSelector(IInsurancePayment.QuoteAlreadyUsed.selector, quoteId)
        );
        assertFalse(usdc.authorizationState(holder, quoteId));
    }

    function test_RevertWhen_TheQuoteHasExpired() public {
        Quote memory quote = _quote(address(usdc));
        vm.warp(uint256(quote.validUntil) + 1);
        _expectRefused(
            quote,
            _authorize(quote),
            abi.encodeWithSelector(IInsurancePayment.QuoteExpired.selector, quote.validUntil, block.timestamp)
        );
        assertFalse(usdc.authorizationState(holder, insurance.hashQuote(quote)));
    }

    function test_RevertWhen_ItsNonceIsUsedInTheToken() public {
        Quote memory quote = _quote(address(usdc));
        usdc.transferWithAuthorization(
            holder,
            address(insurance),
            quote.premium,
            0,
            uint256(quote.validUntil) + 1,
            insurance.hashQuote(quote),
            _transferAuthorization(quote)
        );
        _expectRefused(quote, _authorize(quote), USED);
    }

    function test_RevertWhen_ItsOwnerCanceledIt() public {
        Quote memory quote = _quote(address(usdc));
        bytes32 quoteId = insurance.hashQuote(quote);
        bytes memory fields = abi.encode(holder, quoteId);
        bytes32 typehash = usdc.CANCEL_AUTHORIZATION_TYPEHASH();
        usdc.cancelAuthorization(
            holder, quoteId, _sign(holderKey, _authorizationDigest(address(usdc), typehash, fields))
        );
        _expectRefused(quote, _authorize(quote), USED);
        // The quote can still be bought another way.
        _buy(quote);
        assertEq(uint8(_statusOf(quoteId)), uint8(Status.Active));
    }

    function test_RevertWhen_SomebodyTakesItToTheToken() public {
        Quote memory quote = _quote(address(usdc));
        bytes memory authorization = _authorize(quote);
        bytes32 quoteId = insurance.hashQuote(quote);
        vm.expectRevert("caller must be the payee");
        vm.prank(stranger);
        usdc.receiveWithAuthorization(
            holder, address(insurance), quote.premium, 0, uint256(quote.validUntil) + 1, quoteId, authorization
        );
    }

    // ─── The money ───────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_TheQuoteIsInTheNativeCoin() public {
        Quote memory quote = _quote(NATIVE);
        _expectRefused(quote, "", abi.encodeWithSelector(IPool.WrongValue.selector, quote.premium, 0));
    }

    function test_RevertWhen_AValueComesWithIt() public {
        Quote memory quote = _quote(address(usdc));
        bytes memory data =
            abi.encodeCall(insurance.purchaseWithAuthorization, (quote, _sign(quote), _authorize(quote)));
        vm.prank(holder);
        (bool success,) = address(insurance).call{value: 1}(data);
        assertFalse(success);
    }

    function test_RevertWhen_TheTokenHasNoAuthorizations() public {
        vm.prank(holder);
        usdt.approve(address(insurance), FOREVER);
        _expectRefused(_quote(address(usdt)), "", "");
    }

    function test_RevertWhen_TheTokenOnlyPretends() public {
        OddToken odd = _listOddToken();
        odd.setPretends(true);
        _expectRefused(
            _quote(address(odd)),
            "",
            abi.encodeWithSelector(IPool.WrongAmountReceived.selector, address(odd), PREMIUM_USD, 0)
        );
    }

    function test_RevertWhen_TheTokenDeliversTooMuch() public {
        OddToken odd = _listOddToken();
        odd.setBonus(1);
        _expectRefused(
            _quote(address(odd)),
            "",
            abi.encodeWithSelector(IPool.WrongAmountReceived.selector, address(odd), PREMIUM_USD, PREMIUM_USD + 1)
        );
    }

    function test_RevertWhen_TheHolderHasTooLittle() public {
        Quote memory quote = _quote(address(usdc));
        quote.premium = 100_000e6 + 1;
        _expectRefused(
            quote, _authorize(quote), abi.encodeWithSignature("Error(string)", "transfer amount exceeds balance")
        );
    }

    function test_WhenTheTokenCallsBack() public {
        OddToken odd = _listOddToken();
        Quote memory inner = _quote(address(odd));
        odd.setReentry(
            address(insurance), abi.encodeCall(insurance.purchaseWithAuthorization, (inner, _sign(inner), ""))
        );
        Quote memory quote = _quote(address(odd));
        bytes memory signature = _sign(quote);
        insurance.purchaseWithAuthorization(quote, signature, "");
        assertEq(odd.reentryError(), abi.encodeWithSignature("ReentrancyGuardReentrantCall()"));
        assertEq(uint8(_statusOf(insurance.hashQuote(inner))), uint8(Status.None));
        assertEq(uint8(_statusOf(insurance.hashQuote(quote))), uint8(Status.Active));
    }

    // ─── Helpers ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function _expectBought(address sender, Quote memory quote, bytes memory authorization) private {
        uint256 pool = usdc.balanceOf(address(insurance));
        uint256 purse = usdc.balanceOf(quote.holder);
        bytes memory signature = _sign(quote);
        _expectEvent(quote);
        vm.prank(sender);
        insurance.purchaseWithAuthorization(quote, signature, authorization);
        Policy memory expected = Policy({
            holder: quote.holder,
            product: 1,
            status: Status.Active,
            token: address(usdc),
            start: uint64((TODAY + 1) * 1 days),
            end: uint64((TODAY + 367) * 1 days),
            cover: 500_000,
            paidOut: 0,
            claims: 0
        });
        assertEq(abi.encode(insurance.policyOf(insurance.hashQuote(quote))), abi.encode(expected));
        assertEq(usdc.balanceOf(address(insurance)), pool + PREMIUM_USD);
        assertEq(usdc.balanceOf(quote.holder), purse - PREMIUM_USD);
    }

    function _expectEvent(Quote memory quote) private {
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.PolicyPurchased(
            insurance.hashQuote(quote),
            quote.holder,
            address(usdc),
            PREMIUM_USD,
            1,
            500_000,
            uint16(TODAY + 1),
            uint40(NOW + 30 minutes),
            uint64((TODAY + 1) * 1 days),
            uint64((TODAY + 367) * 1 days),
            quote.detailsHash
        );
    }

    /// Refused whoever sends it, without moving anything.
    function _expectRefused(Quote memory quote, bytes memory authorization, bytes memory reason) private {
        bytes memory signature = _sign(quote);
        uint256 purse = _balance(quote.token, quote.holder);
        address[2] memory senders = [quote.holder, stranger];
        for (uint256 i = 0; i < senders.length; ++i) {
            vm.expectRevert(reason);
            vm.prank(senders[i]);
            insurance.purchaseWithAuthorization(quote, signature, authorization);
        }
        assertEq(_balance(quote.token, quote.holder), purse);
    }

    function _contractQuote() private returns (Quote memory quote, Wallet wallet) {
        wallet = new Wallet();
        usdc.mint(address(wallet), 2 * PREMIUM_USD);
        quote = _quote(address(usdc));
        quote.holder = address(wallet);
    }

    function _fields(Quote memory quote, address to, uint256 value, bytes32 nonce) private pure returns (bytes memory) {
        return abi.encode(quote.holder, to, value, uint256(0), uint256(quote.validUntil) + 1, nonce);
    }

    function _signFields(UsdcToken token, bytes memory fields) private view returns (bytes memory) {
        bytes32 typehash = token.RECEIVE_WITH_AUTHORIZATION_TYPEHASH();
        return _sign(holderKey, _authorizationDigest(address(token), typehash, fields));
    }

    /// The same values under the type that anybody can take to the token.
    function _transferAuthorization(Quote memory quote) private view returns (bytes memory) {
        bytes memory fields = _fields(quote, address(insurance), quote.premium, insurance.hashQuote(quote));
        bytes32 typehash = usdc.TRANSFER_WITH_AUTHORIZATION_TYPEHASH();
        return _sign(holderKey, _authorizationDigest(address(usdc), typehash, fields));
    }
}
