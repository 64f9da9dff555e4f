// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IInsurancePayment, Policy, Quote, Status} from "../../src/IInsurancePayment.sol";
import {BaseTest} from "../BaseTest.sol";
import {Wallet} from "../mocks/Wallet.sol";

/// What the tests of `payClaim` share: payouts that go through, are owed, or are refused for a reason.
abstract contract PayClaimBase is BaseTest {
    uint256 internal constant START = (TODAY + 1) * 1 days;
    uint256 internal constant END = (TODAY + 367) * 1 days;

    function _expectPaid(address token) internal {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(token);
        uint256 pool = _balance(token, address(insurance));
        uint256 purse = _balance(token, holder);
        uint256 amount = 1000 * _perDollar(token);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.ClaimPaid(quoteId, holder, 1, token, amount, 1000, START + 7, false);
        _pay(quoteId, 1, START + 7, 1000);
        assertEq(_balance(token, address(insurance)), pool - amount);
        assertEq(_balance(token, holder), purse + amount);
        assertEq(insurance.owed(quoteId), 0);
        Policy memory policy = insurance.policyOf(quoteId);
        assertEq(policy.paidOut, 1000);
        assertEq(policy.claims, 1);
        assertEq(policy.holder, holder);
        assertEq(policy.cover, quote.cover);
        assertEq(uint8(policy.status), uint8(Status.Active));
    }

    function _expectOwed(bytes32 quoteId, address token) internal {
        uint256 pool = _balance(token, address(insurance));
        uint256 amount = 1000 * _perDollar(token);
        _pay(quoteId, 1, START, 1000);
        assertEq(insurance.owed(quoteId), amount);
        assertEq(_balance(token, address(insurance)), pool);
        assertEq(insurance.policyOf(quoteId).paidOut, 1000);
    }

    function _expectOutside(bytes32 quoteId, uint256 incidentAt, uint256 start, uint256 end) internal {
        _expectRefused(
            quoteId,
            1,
            incidentAt,
            1000,
            abi.encodeWithSelector(IInsurancePayment.IncidentOutsideCover.selector, incidentAt, start, end)
        );
    }

    function _expectOutOfBounds(bytes32 quoteId, uint256 amount) internal {
        vm.expectRevert(
            abi.encodeWithSelector(IInsurancePayment.AmountOutOfBounds.selector, 0.1 ether, 2 ether, amount)
        );
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, START, 1000, amount, FOREVER);
    }

    function _payAmount(bytes32 quoteId, uint256 amount) internal {
        uint256 purse = holder.balance;
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, START, 1000, amount, FOREVER);
        assertEq(holder.balance, purse + amount);
    }

    function _expectRefused(bytes32 quoteId, uint256 number, uint256 incidentAt, uint256 dollars, bytes memory reason)
        internal
    {
        uint256 amount = dollars * _perDollar(insurance.policyOf(quoteId).token);
        vm.expectRevert(reason);
        vm.prank(claims);
        insurance.payClaim(quoteId, number, incidentAt, dollars, amount, FOREVER);
    }

    function _pay(bytes32 quoteId, uint256 number, uint256 incidentAt, uint256 dollars) internal {
        uint256 amount = dollars * _perDollar(insurance.policyOf(quoteId).token);
        vm.prank(claims);
        insurance.payClaim(quoteId, number, incidentAt, dollars, amount, FOREVER);
    }

    /// As many claims of a dollar as are paid without an announcement.
    function _payAllDirect(bytes32 quoteId) internal {
        for (uint256 number = 1; number <= 31; ++number) {
            _pay(quoteId, number, START, 1);
        }
    }

    function _walletInForce() internal returns (Wallet wallet, bytes32 quoteId) {
        vm.warp(NOW);
        wallet = new Wallet();
        vm.deal(address(wallet), 10 ether);
        Quote memory quote = _quote(NATIVE);
        quote.holder = address(wallet);
        quoteId = _buy(quote);
        vm.warp((TODAY + 2) * 1 days);
    }
}
