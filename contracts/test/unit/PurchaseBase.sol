// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IInsurancePayment, Policy, Quote, Status} from "../../src/IInsurancePayment.sol";
import {BaseTest} from "../BaseTest.sol";

/// What the tests of `purchase` share: quotes that are recorded, and quotes that are refused for a reason.
abstract contract PurchaseBase is BaseTest {
    function _expectPaid(address token) internal {
        Quote memory quote = _quote(token);
        bytes32 quoteId = insurance.hashQuote(quote);
        uint256 pool = _balance(token, address(insurance));
        uint256 purse = _balance(token, holder);
        bytes memory signature = _sign(quote);
        if (token != NATIVE) {
            vm.prank(holder);
            usdt.approve(address(insurance), quote.premium);
            vm.prank(holder);
            usdc.approve(address(insurance), quote.premium);
        }
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.PolicyPurchased(
            quoteId,
            holder,
            token,
            quote.premium,
            1,
            500_000,
            uint16(TODAY + 1),
            uint40(NOW + 30 minutes),
            uint64((TODAY + 1) * 1 days),
            uint64((TODAY + 367) * 1 days),
            quote.detailsHash
        );
        vm.prank(holder);
        insurance.purchase{value: token == NATIVE ? quote.premium : 0}(quote, signature);
        assertEq(_balance(token, address(insurance)), pool + quote.premium);
        assertEq(_balance(token, holder), purse - quote.premium);
        _assertRecorded(quote);
    }

    function _expectRecorded(Quote memory quote) internal {
        _buy(quote);
        _assertRecorded(quote);
    }

    function _assertRecorded(Quote memory quote) internal view {
        Policy memory policy = insurance.policyOf(insurance.hashQuote(quote));
        assertEq(policy.holder, quote.holder);
        assertEq(policy.product, quote.product);
        assertEq(uint8(policy.status), uint8(Status.Active));
        assertEq(policy.token, quote.token);
        assertEq(policy.start, uint256(quote.startDay) * 1 days);
        assertEq(policy.end, (uint256(quote.endDay) + 1) * 1 days);
        assertEq(policy.cover, quote.cover);
        assertEq(policy.paidOut, 0);
        assertEq(policy.claims, 0);
    }

    function _expectInvalidTerm(Quote memory quote) internal {
        _expectRefused(
            quote,
            abi.encodeWithSelector(
                IInsurancePayment.InvalidTerm.selector, quote.startDay, quote.endDay, block.timestamp
            )
        );
    }

    function _expectInvalid(Quote memory quote, bytes memory signature) internal {
        bytes32 quoteId = insurance.hashQuote(quote);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.InvalidSignature.selector, quoteId));
        vm.prank(holder);
        insurance.purchase{value: quote.premium}(quote, signature);
    }

    function _expectRefused(Quote memory quote, bytes memory reason) internal {
        _expectRefused(quote, quote.token == NATIVE ? quote.premium : 0, reason);
    }

    function _expectRefused(Quote memory quote, uint256 value, bytes memory reason) internal {
        bytes memory signature = _sign(quote);
        vm.expectRevert(reason);
        vm.prank(holder);
        insurance.purchase{value: value}(quote, signature);
    }

    function _slice(bytes memory data, uint256 from) internal pure returns (bytes memory rest) {
        rest = new bytes(data.length - from);
        for (uint256 i = 0; i < rest.length; ++i) {
            rest[i] = data[from + i];
        }
    }

    /// That many bytes which are not an account's signature.
    function _bytes(uint256 length) internal pure returns (bytes memory signature) {
        signature = new bytes(length);
        for (uint256 i = 0; i < length; ++i) {
            signature[i] = bytes1(uint8(i + 1));
        }
    }

    function _compact(uint256 key, bytes32 digest) internal pure returns (bytes memory) {
        (bytes32 r, bytes32 vs) = vm.signCompact(key, digest);
        return abi.encodePacked(r, vs);
    }
}
