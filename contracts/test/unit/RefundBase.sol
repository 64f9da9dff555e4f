// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IInsurancePayment, Quote, Status} from "../../src/IInsurancePayment.sol";
import {BaseTest} from "../BaseTest.sol";
import {Wallet} from "../mocks/Wallet.sol";

/// What the tests of `refund` and of consents share.
abstract contract RefundBase is BaseTest {
    uint256 internal constant START = (TODAY + 1) * 1 days;
    uint256 internal constant END = (TODAY + 367) * 1 days;

    function _refund(Quote memory quote, uint256 amount, uint256 validUntil, bytes memory signature) internal {
        vm.prank(underwriter);
        insurance.refund(quote, amount, validUntil, signature);
    }

    function _expectNoConsent(Quote memory quote, uint256 amount, uint256 validUntil, bytes memory signature) internal {
        bytes memory reason = abi.encodeWithSelector(IInsurancePayment.NoConsent.selector, insurance.hashQuote(quote));
        vm.expectRevert(reason);
        _refund(quote, amount, validUntil, signature);
    }

    /// The holder's own call.
    function _record(bytes32 quoteId, uint256 amount, uint256 validUntil) internal {
        vm.prank(insurance.policyOf(quoteId).holder);
        insurance.consentToCancellation(quoteId, amount, validUntil);
    }

    function _revoke(bytes32 quoteId, uint256 validUntil) internal {
        vm.prank(insurance.policyOf(quoteId).holder);
        insurance.revokeConsent(quoteId, validUntil);
    }

    /// Cancels with a signature, and sees to it that all is as it says.
    function _expectCancelled(Quote memory quote, uint256 amount, uint256 end) internal {
        bytes32 quoteId = insurance.hashQuote(quote);
        uint256 pool = _balance(quote.token, address(insurance));
        uint256 purse = _balance(quote.token, holder);
        bytes memory signature = _consent(holderKey, quoteId, amount, block.timestamp);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.PremiumRefunded(
            quoteId, holder, quote.token, quote.premium, amount, Status.Cancelled, uint64(end), block.timestamp
        );
        _refund(quote, amount, block.timestamp, signature);
        assertEq(uint8(_statusOf(quoteId)), uint8(Status.Cancelled));
        assertEq(insurance.policyOf(quoteId).end, end);
        assertEq(_balance(quote.token, address(insurance)), pool - amount);
        assertEq(_balance(quote.token, holder), purse + amount);
        assertEq(insurance.owed(quoteId), 0);
    }

    function _buyForWallet() internal returns (Wallet wallet, bytes32 quoteId, Quote memory quote) {
        wallet = new Wallet();
        vm.deal(address(wallet), 10 ether);
        quote = _quote(NATIVE);
        quote.holder = address(wallet);
        quoteId = _buy(quote);
    }

    function _bytes(uint256 length) internal pure returns (bytes memory signature) {
        signature = new bytes(length);
        for (uint256 i = 0; i < length; ++i) {
            signature[i] = bytes1(uint8(i + 1));
        }
    }
}
