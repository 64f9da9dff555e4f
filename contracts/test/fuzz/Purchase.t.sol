// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Policy, Quote, Status} from "../../src/IInsurancePayment.sol";
import {BaseTest} from "../BaseTest.sol";

contract PurchaseFuzzTest is BaseTest {
    /// Whatever is signed: it is bought exactly when the rules say so, and then the registry holds every field.
    function testFuzz_RecordsWhatTheRulesAllow(Quote memory quote, uint8 currency, uint40 time) public {
        quote.holder = holder;
        quote.token = _token(currency);
        quote.premium = bound(quote.premium, 0, 100_000e6);
        // Most draws near the edges of what is allowed, the others anywhere.
        quote.product = quote.product % 18;
        if (quote.cover % 3 > 0) quote.cover = quote.cover % (1 << 20);
        if (quote.startDay % 4 > 0) quote.startDay = 19_700 + quote.startDay % 16_500;
        if (quote.endDay % 3 > 0 && quote.startDay < type(uint16).max - 400) {
            quote.endDay = quote.startDay + quote.endDay % 400;
        }
        if (time % 4 > 0 && quote.startDay > 400) {
            time = uint40((uint256(quote.startDay) - 400) * 1 days + time % 800 days);
        }
        if (quote.validUntil % 4 > 0 && time < type(uint40).max - 1800) {
            quote.validUntil = time + quote.validUntil % 1800;
        }
        vm.warp(time);

        bytes32 quoteId = insurance.hashQuote(quote);
        bytes memory signature = _sign(quote);
        uint256 pool = _balance(quote.token, address(insurance));
        _approve(quote.token);
        vm.prank(holder);
        try insurance.purchase{value: quote.token == NATIVE ? quote.premium : 0}(quote, signature) {
            assertTrue(_isAllowed(quote), "the rules refuse this quote");
            assertEq(_balance(quote.token, address(insurance)), pool + quote.premium);
            _assertRecorded(quote, quoteId);
        } catch {
            assertFalse(_isAllowed(quote), "the rules allow this quote");
            assertEq(_balance(quote.token, address(insurance)), pool);
            assertEq(uint8(_statusOf(quoteId)), uint8(Status.None));
        }
    }

    function testFuzz_TakesTheExactValueOnly(uint256 premium, uint256 value) public {
        Quote memory quote = _quote(NATIVE);
        quote.premium = bound(premium, 1, 50 ether);
        value = value % 2 == 0 ? quote.premium : bound(value, 0, 100 ether);
        bytes memory signature = _sign(quote);
        if (value != quote.premium) vm.expectRevert();
        vm.prank(holder);
        insurance.purchase{value: value}(quote, signature);
        assertEq(address(insurance).balance, 1000 ether + (value == quote.premium ? value : 0));
    }

    function testFuzz_TakesTheExactPremiumInTokens(uint256 premium, uint256 allowance, bool second) public {
        Quote memory quote = _quote(second ? address(usdt) : address(usdc));
        quote.premium = bound(premium, 1, 200_000e6);
        allowance = bound(allowance, 0, 200_000e6);
        vm.prank(holder);
        usdt.approve(address(insurance), allowance);
        vm.prank(holder);
        usdc.approve(address(insurance), allowance);
        bytes memory signature = _sign(quote);
        bool good = quote.premium <= allowance && quote.premium <= 100_000e6;
        if (!good) vm.expectRevert();
        vm.prank(holder);
        insurance.purchase(quote, signature);
        assertEq(_balance(quote.token, address(insurance)), 1_000_000e6 + (good ? quote.premium : 0));
    }

    /// Whoever sends it and whatever was authorized: only this premium of this holder for this quote is taken.
    function testFuzz_TakesExactlyWhatWasAuthorized(address sender, uint8 field, uint256 bit) public {
        Quote memory quote = _quote(address(usdc));
        bytes memory fields = abi.encode(
            holder, insurance, quote.premium, uint256(0), uint256(quote.validUntil) + 1, insurance.hashQuote(quote)
        );
        // From seven on nothing is changed.
        field = field % 8;
        if (field < 6) fields[32 * uint256(field) + bit % 32] ^= bytes1(uint8(1 << (bit / 32 % 8)));
        bytes memory authorization = _sign(
            field == 6 ? signerKey : holderKey,
            _authorizationDigest(address(usdc), usdc.RECEIVE_WITH_AUTHORIZATION_TYPEHASH(), fields)
        );
        bytes memory signature = _sign(quote);
        bool good = field == 7;
        if (!good) vm.expectRevert("invalid signature");
        vm.prank(sender);
        insurance.purchaseWithAuthorization(quote, signature, authorization);
        assertEq(usdc.balanceOf(holder), 100_000e6 - (good ? quote.premium : 0));
        assertEq(insurance.policyOf(insurance.hashQuote(quote)).holder, good ? holder : address(0));
    }

    function testFuzz_RefusesAnySignatureButTheSigners(bytes memory signature) public {
        _expectRefused(_quote(NATIVE), signature);
    }

    function testFuzz_RefusesAnyRSV(uint8 v, bytes32 r, bytes32 s) public {
        _expectRefused(_quote(NATIVE), abi.encodePacked(r, s, v));
        _expectRefused(_quote(NATIVE), abi.encodePacked(r, s));
    }

    function testFuzz_RefusesASignatureWithAFlippedBit(uint256 bit, bool compact) public {
        Quote memory quote = _quote(NATIVE);
        bytes memory signature = _sign(quote);
        if (compact) {
            (bytes32 r, bytes32 vs) = vm.signCompact(signerKey, insurance.hashQuote(quote));
            signature = abi.encodePacked(r, vs);
        }
        bit = bound(bit, 0, signature.length * 8 - 1);
        signature[bit / 8] ^= bytes1(uint8(1 << (bit % 8)));
        _expectRefused(quote, signature);
    }

    function testFuzz_RefusesAnotherKeysSignature(uint256 key) public {
        key = boundPrivateKey(key);
        vm.assume(key != signerKey);
        Quote memory quote = _quote(NATIVE);
        _expectRefused(quote, _sign(key, insurance.hashQuote(quote)));
    }

    function testFuzz_AcceptsAnySignersKey(uint256 key, bool compact) public {
        key = boundPrivateKey(key);
        // The first signer holds the role already, which another grant refuses.
        if (key != signerKey) _rotate(vm.addr(key));
        Quote memory quote = _quote(NATIVE);
        bytes32 digest = insurance.hashQuote(quote);
        bytes memory signature = _sign(key, digest);
        if (compact) {
            (bytes32 r, bytes32 vs) = vm.signCompact(key, digest);
            signature = abi.encodePacked(r, vs);
        }
        vm.prank(holder);
        insurance.purchase{value: quote.premium}(quote, signature);
        assertEq(uint8(_statusOf(digest)), uint8(Status.Active));
    }

    function testFuzz_RefusesAChangedField(uint8 field, uint256 bit) public {
        Quote memory quote = _quote(NATIVE);
        bytes memory signature = _sign(quote);
        bytes memory words = abi.encode(quote);
        // The holder's field is checked before the signature; every other one is only protected by it.
        uint8[8] memory widths = [20, 32, 1, 3, 2, 2, 5, 32];
        field = field % 8;
        bit = bound(bit, 0, uint256(widths[field]) * 8 - 1);
        words[32 * (uint256(field) + 2) - 1 - bit / 8] ^= bytes1(uint8(1 << (bit % 8)));
        quote = abi.decode(words, (Quote));
        vm.deal(holder, type(uint256).max - 2000 ether);
        vm.assume(quote.premium <= holder.balance);
        vm.expectRevert();
        vm.prank(holder);
        insurance.purchase{value: quote.token == NATIVE ? quote.premium : 0}(quote, signature);
    }

    function testFuzz_NobodyElseBuys(address caller) public {
        vm.assume(caller != holder);
        Quote memory quote = _quote(NATIVE);
        bytes memory signature = _sign(quote);
        vm.deal(caller, quote.premium);
        vm.expectRevert();
        vm.prank(caller);
        insurance.purchase{value: quote.premium}(quote, signature);
    }

    function testFuzz_IsValidOnItsOwnChainAndContractOnly(uint64 chainId) public {
        vm.assume(chainId != block.chainid && chainId != 0);
        Quote memory quote = _quote(NATIVE);
        bytes memory signature = _sign(quote);
        vm.chainId(chainId);
        _expectRefused(quote, signature);
    }

    function _expectRefused(Quote memory quote, bytes memory signature) private {
        vm.expectRevert();
        vm.prank(holder);
        insurance.purchase{value: quote.premium}(quote, signature);
    }

    function _approve(address token) private {
        if (token == NATIVE) return;
        vm.prank(holder);
        usdt.approve(address(insurance), FOREVER);
        vm.prank(holder);
        usdc.approve(address(insurance), FOREVER);
    }

    function _token(uint8 currency) private view returns (address) {
        return [NATIVE, address(usdc), address(usdt)][currency % 3];
    }

    function _isAllowed(Quote memory quote) private view returns (bool) {
        uint256 start = uint256(quote.startDay) * 1 days;
        if (start < block.timestamp) start = block.timestamp;
        return block.timestamp <= quote.validUntil && quote.premium > 0 && quote.product > 0 && quote.product < 16
            && quote.cover > 0 && quote.cover < 1 << 20 && quote.startDay <= quote.endDay
            && block.timestamp < (uint256(quote.endDay) + 1) * 1 days && start >= 1_704_067_200
            && quote.endDay <= 36_106 && quote.startDay <= block.timestamp / 1 days + 367
            && quote.endDay <= block.timestamp / 1 days + 733;
    }

    function _assertRecorded(Quote memory quote, bytes32 quoteId) private view {
        uint256 start = uint256(quote.startDay) * 1 days;
        if (start < block.timestamp) start = block.timestamp - block.timestamp % 60;
        Policy memory expected = Policy({
            holder: quote.holder,
            product: quote.product,
            status: Status.Active,
            token: quote.token,
            start: uint64(start),
            end: uint64((uint256(quote.endDay) + 1) * 1 days),
            cover: quote.cover,
            paidOut: 0,
            claims: 0
        });
        assertEq(abi.encode(insurance.policyOf(quoteId)), abi.encode(expected));
    }
}
