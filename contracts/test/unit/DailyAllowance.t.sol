// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AllowanceExceeded} from "../../src/Bucket.sol";
import {Quote} from "../../src/IInsurancePayment.sol";
import {IPool} from "../../src/IPool.sol";
import {BaseTest} from "../BaseTest.sol";

/// An allowance of 86 400 dollars a day leaks one dollar a second.
abstract contract AllowanceBase is BaseTest {
    bytes32 internal quoteId;
    uint256 internal claimNumber;

    function setUp() public override {
        super.setUp();
        usdt.mint(address(insurance), 10_000_000e6);
        (quoteId,) = _buyInForce(address(usdt));
        _lower(address(usdt), 86_400);
    }

    function _lower(address token, uint32 dollars) internal {
        vm.prank(guardian);
        insurance.tightenLimits(_withAllowance(token, dollars));
    }

    function _raise(address token, uint32 dollars) internal {
        vm.warp(block.timestamp + 7 days + 1);
        _announced(administrator, abi.encodeCall(insurance.loosenLimits, (_withAllowance(token, dollars))));
    }

    function _pay(uint256 dollars) internal {
        ++claimNumber;
        vm.prank(claims);
        insurance.payClaim(quoteId, claimNumber, (TODAY + 1) * 1 days, dollars, dollars * 1e6, FOREVER);
    }

    /// Exactly `left` can be paid now, and not a dollar more.
    function _assertLeft(uint256 left) internal {
        assertEq(insurance.currencies()[2].allowanceLeft, left);
        vm.expectRevert(abi.encodeWithSelector(AllowanceExceeded.selector, address(usdt), left, left + 1));
        vm.prank(claims);
        insurance.payClaim(quoteId, claimNumber + 1, (TODAY + 1) * 1 days, left + 1, (left + 1) * 1e6, FOREVER);
    }
}

contract AllowanceTest is AllowanceBase {
    function test_WhenNothingWasPaid() public {
        _assertLeft(86_400);
        vm.warp(block.timestamp + 100 days);
        _assertLeft(86_400);
    }

    function test_WhenAllOfItIsPaidAtOnce() public {
        _pay(86_400);
        _assertLeft(0);
        assertEq(usdt.balanceOf(holder), 100_000e6 - PREMIUM_USD + 86_400e6);
    }

    function test_WhenSecondsGoByItLeaksADollarEach() public {
        uint256 time = block.timestamp;
        _pay(86_400);
        vm.warp(time + 1);
        _assertLeft(1);
        vm.warp(time + 2);
        _pay(2);
        _assertLeft(0);
        vm.warp(time + 1002);
        _assertLeft(1000);
        vm.warp(time + 1 days - 1);
        _assertLeft(86_397);
        vm.warp(time + 1 days + 2);
        _assertLeft(86_400);
    }

    function test_WhenLessThanADollarLeaksNothingIsRoundedAway() public {
        _lower(address(usdt), 7);
        uint256 time = block.timestamp;
        _pay(7);
        // A dollar leaks in 12 342 6/7 seconds; payouts in between forget none of it.
        vm.warp(time + 12_342);
        _assertLeft(0);
        vm.warp(time + 12_343);
        _assertLeft(1);
        _pay(1);
        vm.warp(time + 24_685);
        _assertLeft(0);
        vm.warp(time + 24_686);
        _assertLeft(1);
        _pay(1);
        vm.warp(time + 1 days);
        _assertLeft(5);
    }

    function test_WhenAnotherCurrencyIsPaid() public {
        _pay(86_400);
        assertEq(insurance.currencies()[0].allowanceLeft, ALLOWANCE);
        assertEq(insurance.currencies()[1].allowanceLeft, ALLOWANCE);
        (bytes32 other,) = _buyInForce(address(usdc));
        vm.prank(claims);
        insurance.payClaim(other, 1, block.timestamp, 500_000, 500_000e6, FOREVER);
        assertEq(insurance.currencies()[1].allowanceLeft, 0);
        assertEq(insurance.currencies()[0].allowanceLeft, ALLOWANCE);
    }

    function test_WhenAPaymentIsOwedItIsUsedAllTheSame() public {
        usdt.setDenied(holder, true);
        _pay(1000);
        _assertLeft(85_400);
    }

    function test_WhenAPayoutIsRefusedNothingIsUsed() public {
        vm.expectRevert();
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, (TODAY + 1) * 1 days, 1000, 1, FOREVER);
        _assertLeft(86_400);
    }

    function test_WhenAnAnnouncedPayoutIsPaidNothingIsUsed() public {
        bytes memory payout = _payout(quoteId, 1, (TODAY + 1) * 1 days, 400_000);
        _await(claims, payout);
        _payAnnounced(payout, 400_000e6);
        ++claimNumber;
        _assertLeft(86_400);
    }

    function test_WhenRefundsAndWithdrawalsAreMadeNothingIsUsed() public {
        Quote memory quote = _quote(address(usdt));
        quote.validUntil = type(uint40).max;
        _buy(quote);
        _reject(quote);
        _announced(treasurer, abi.encodeCall(insurance.withdraw, (address(usdt), stranger, 5000e6)));
        _assertLeft(86_400);
    }
}

contract RaiseAllowanceTest is AllowanceBase {
    function test_WhenItIsRaisedWhatLeakedBeforeDidSoSlower() public {
        bytes memory raising = abi.encodeCall(insurance.loosenLimits, (_withAllowance(address(usdt), 864_000)));
        vm.warp(block.timestamp + 1);
        _announce(administrator, raising);
        vm.warp(block.timestamp + 2 days);
        _pay(86_400);
        vm.warp(block.timestamp + 400);
        _execute(administrator, raising);
        // 86 000 of 864 000 are used; from now on ten dollars leak a second.
        assertEq(insurance.currencies()[2].allowanceLeft, 778_000);
        vm.warp(block.timestamp + 10);
        assertEq(insurance.currencies()[2].allowanceLeft, 778_100);
    }

    function test_WhenItIsRaisedToTheMost() public {
        _raise(address(usdt), type(uint32).max);
        assertEq(insurance.currencies()[2].allowanceLeft, type(uint32).max);
        assertEq(insurance.currencies()[2].minimumReserve, 0);
        _pay(500_000);
        assertEq(insurance.currencies()[2].allowanceLeft, type(uint32).max - 500_000);
    }
}

contract LowerAllowanceTest is AllowanceBase {
    function test_WhenItIsLoweredWhatLeakedBeforeDidSoFaster() public {
        _pay(86_400);
        vm.warp(block.timestamp + 86_000);
        _lower(address(usdt), 8640);
        // 400 of 8640 are used; from now on a dollar leaks in ten seconds.
        _assertLeft(8240);
        vm.warp(block.timestamp + 9);
        _assertLeft(8240);
        vm.warp(block.timestamp + 1);
        _assertLeft(8241);
    }

    /// Third edition: what had been used leaked at the new rate, and a lowered allowance stopped payouts for up to 499 days.
    function test_WhenItIsLoweredBelowWhatIsUsed() public {
        _pay(86_400);
        _lower(address(usdt), 8640);
        _assertLeft(0);
        vm.warp(block.timestamp + 9);
        _assertLeft(0);
        vm.warp(block.timestamp + 1);
        _assertLeft(1);
        vm.warp(block.timestamp + 1 days - 10);
        _assertLeft(8640);
    }

    function test_WhenItIsLoweredToZero() public {
        _lower(address(usdt), 0);
        _assertLeft(0);
        vm.warp(block.timestamp + 100 days);
        _assertLeft(0);
    }
}
