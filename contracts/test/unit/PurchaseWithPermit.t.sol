// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IInsurancePayment, Quote, Status} from "../../src/IInsurancePayment.sol";
import {IPool} from "../../src/IPool.sol";
import {BaseTest} from "../BaseTest.sol";
import {OddToken} from "../mocks/OddToken.sol";

contract PurchaseWithPermitTest is BaseTest {
    bytes private constant ALLOWANCE_TOO_LOW =
        abi.encodeWithSignature("Error(string)", "transfer amount exceeds allowance");

    struct Permit {
        uint256 deadline;
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    function test_WhenThePermitIsGood() public {
        Quote memory quote = _quote(address(usdc));
        _purchase(quote, _permit(holderKey, quote.premium, NOW));
        assertEq(uint8(_statusOf(insurance.hashQuote(quote))), uint8(Status.Active));
        assertEq(usdc.balanceOf(address(insurance)), 1_000_000e6 + quote.premium);
        assertEq(usdc.allowance(holder, address(insurance)), 0);
    }

    function test_WhenSomebodySentThePermitFirst() public {
        Quote memory quote = _quote(address(usdc));
        Permit memory permit = _permit(holderKey, quote.premium, NOW);
        vm.prank(stranger);
        usdc.permit(holder, address(insurance), quote.premium, NOW, permit.v, permit.r, permit.s);
        _purchase(quote, permit);
        assertEq(uint8(_statusOf(insurance.hashQuote(quote))), uint8(Status.Active));
    }

    function test_RevertWhen_ThePermitIsExpiredAndThereIsNoAllowance() public {
        Quote memory quote = _quote(address(usdc));
        _expectRefused(quote, _permit(holderKey, quote.premium, NOW - 1), ALLOWANCE_TOO_LOW);
    }

    function test_RevertWhen_ThePermitIsAnotherHoldersAndThereIsNoAllowance() public {
        Quote memory quote = _quote(address(usdc));
        _expectRefused(quote, _permit(signerKey, quote.premium, NOW), ALLOWANCE_TOO_LOW);
    }

    function test_WhenTheTokenHasNoPermitButAnAllowance() public {
        Quote memory quote = _quote(address(usdt));
        vm.prank(holder);
        usdt.approve(address(insurance), quote.premium);
        _purchase(quote, _permit(holderKey, quote.premium, NOW));
        assertEq(uint8(_statusOf(insurance.hashQuote(quote))), uint8(Status.Active));
    }

    function test_RevertWhen_TheQuoteIsInTheNativeCoin() public {
        Quote memory quote = _quote(NATIVE);
        _expectRefused(
            quote,
            _permit(holderKey, quote.premium, NOW),
            abi.encodeWithSelector(IPool.WrongValue.selector, quote.premium, 0)
        );
    }

    function test_RevertWhen_TheQuoteIsRefused() public {
        Quote memory quote = _quote(address(usdc));
        vm.warp(uint256(quote.validUntil) + 1);
        _expectRefused(
            quote,
            _permit(holderKey, quote.premium, block.timestamp),
            abi.encodeWithSelector(IInsurancePayment.QuoteExpired.selector, quote.validUntil, block.timestamp)
        );
        assertEq(usdc.nonces(holder), 0);
    }

    function test_WhenTheTokenCallsBack() public {
        OddToken odd = _listOddToken();
        Quote memory inner = _quote(NATIVE);
        inner.holder = address(odd);
        odd.setReentry(
            address(insurance), abi.encodeCall(insurance.purchaseWithPermit, (inner, _sign(inner), NOW, 0, 0, 0))
        );
        Quote memory quote = _quote(address(odd));
        _purchase(quote, Permit(NOW, 0, 0, 0));
        assertEq(odd.reentryError(), abi.encodeWithSignature("ReentrancyGuardReentrantCall()"));
    }

    function _purchase(Quote memory quote, Permit memory permit) private {
        bytes memory signature = _sign(quote);
        vm.prank(holder);
        insurance.purchaseWithPermit(quote, signature, permit.deadline, permit.v, permit.r, permit.s);
    }

    function _expectRefused(Quote memory quote, Permit memory permit, bytes memory reason) private {
        bytes memory signature = _sign(quote);
        vm.expectRevert(reason);
        vm.prank(holder);
        insurance.purchaseWithPermit(quote, signature, permit.deadline, permit.v, permit.r, permit.s);
    }

    function _permit(uint256 key, uint256 value, uint256 deadline) private view returns (Permit memory permit) {
        bytes32 message =
            keccak256(abi.encode(usdc.PERMIT_TYPEHASH(), holder, insurance, value, usdc.nonces(holder), deadline));
        permit.deadline = deadline;
        (permit.v, permit.r, permit.s) =
            vm.sign(key, keccak256(abi.encodePacked(hex"1901", usdc.DOMAIN_SEPARATOR(), message)));
    }
}
