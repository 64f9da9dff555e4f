// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Quote} from "../../src/IInsurancePayment.sol";
import {Currency, IPool} from "../../src/IPool.sol";
import {BaseTest} from "../BaseTest.sol";

contract RaiseMinimumReserveTest is BaseTest {
    function test_RevertWhen_TheReserveOfAnUnlistedTokenIsRaised() public {
        _expectRefused(stranger, 1, abi.encodeWithSelector(IPool.TokenNotListed.selector, stranger));
    }

    function test_RevertWhen_TheReserveIsNotRaised() public {
        _expectRefused(NATIVE, 10 ether, abi.encodeWithSelector(IPool.WrongDirection.selector));
        _expectRefused(NATIVE, 10 ether - 1, abi.encodeWithSelector(IPool.WrongDirection.selector));
        _expectRefused(NATIVE, 0, abi.encodeWithSelector(IPool.WrongDirection.selector));
    }

    function test_WhenTheReserveIsRaised() public {
        address[2] memory keys = [administrator, guardian];
        for (uint112 i = 0; i < 2; ++i) {
            vm.expectEmit(address(insurance));
            emit IPool.MinimumReserveChanged(NATIVE, 30 ether + i);
            vm.prank(keys[i]);
            insurance.raiseMinimumReserve(NATIVE, 30 ether + i);
            assertEq(insurance.currencies()[0].minimumReserve, 30 ether + i);
            assertEq(insurance.freeCapital(NATIVE), 970 ether - i);
        }
        assertEq(insurance.currencies()[0].allowance, ALLOWANCE);
        assertEq(insurance.currencies()[1].minimumReserve, 1000e6);
    }

    function test_WhenTheReserveIsRaisedAboveThePool() public {
        vm.prank(guardian);
        insurance.raiseMinimumReserve(NATIVE, type(uint112).max);
        assertEq(insurance.freeCapital(NATIVE), 0);
        // It binds withdrawals, never what is due to customers.
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, block.timestamp, 1000, 0.5 ether, FOREVER);
    }

    function _expectRefused(address token, uint112 amount, bytes memory reason) private {
        vm.expectRevert(reason);
        vm.prank(administrator);
        insurance.raiseMinimumReserve(token, amount);
    }
}

contract LowerMinimumReserveTest is BaseTest {
    function test_RevertWhen_TheReserveOfAnUnlistedTokenIsLowered() public {
        _expectRefused(stranger, 1, abi.encodeWithSelector(IPool.TokenNotListed.selector, stranger));
    }

    function test_RevertWhen_TheReserveIsNotLowered() public {
        _expectRefused(NATIVE, 10 ether, abi.encodeWithSelector(IPool.WrongDirection.selector));
        _expectRefused(NATIVE, 10 ether + 1, abi.encodeWithSelector(IPool.WrongDirection.selector));
    }

    function test_WhenTheReserveIsLowered() public {
        bytes memory lowering = abi.encodeCall(insurance.lowerMinimumReserve, (NATIVE, 4 ether));
        _await(administrator, lowering);
        assertEq(insurance.freeCapital(NATIVE), 990 ether);
        vm.expectEmit(address(insurance));
        emit IPool.MinimumReserveChanged(NATIVE, 4 ether);
        _execute(administrator, lowering);
        assertEq(insurance.currencies()[0].minimumReserve, 4 ether);
        assertEq(insurance.freeCapital(NATIVE), 996 ether);
    }

    function test_RevertWhen_TheReserveWasLoweredFurtherMeanwhile() public {
        _announce(administrator, abi.encodeCall(insurance.lowerMinimumReserve, (NATIVE, 4 ether)));
        _announced(administrator, abi.encodeCall(insurance.lowerMinimumReserve, (NATIVE, 3 ether)));
        vm.warp(NOW + 2 days);
        vm.expectRevert(abi.encodeWithSelector(IPool.WrongDirection.selector));
        _execute(administrator, abi.encodeCall(insurance.lowerMinimumReserve, (NATIVE, 4 ether)));
    }

    function _expectRefused(address token, uint112 amount, bytes memory reason) private {
        bytes memory lowering = abi.encodeCall(insurance.lowerMinimumReserve, (token, amount));
        uint256 time = block.timestamp;
        _await(administrator, lowering);
        vm.expectRevert(reason);
        _execute(administrator, lowering);
        vm.warp(time);
    }
}

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
        insurance.lowerAllowance(token, dollars);
    }

    function _raise(address token, uint32 dollars) internal {
        _announced(administrator, abi.encodeCall(insurance.raiseAllowance, (token, dollars)));
    }

    function _pay(uint256 dollars) internal {
        ++claimNumber;
        vm.prank(claims);
        insurance.payClaim(quoteId, claimNumber, (TODAY + 1) * 1 days, dollars, dollars * 1e6, FOREVER);
    }

    /// Exactly `left` can be paid now, and not a dollar more.
    function _assertLeft(uint256 left) internal {
        assertEq(insurance.currencies()[2].allowanceLeft, left);
        vm.expectRevert(abi.encodeWithSelector(IPool.AllowanceExceeded.selector, address(usdt), left, left + 1));
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

    function test_WhenAProposedPayoutIsPaidNothingIsUsed() public {
        vm.prank(claims);
        insurance.proposePayout(quoteId, (TODAY + 1) * 1 days, 400_000);
        vm.warp(block.timestamp + 2 days);
        vm.prank(claims);
        insurance.payProposed(quoteId, 400_000e6, FOREVER);
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
    function test_RevertWhen_TheAllowanceOfAnUnlistedTokenIsRaised() public {
        _expectRefused(stranger, 1, abi.encodeWithSelector(IPool.TokenNotListed.selector, stranger));
    }

    function test_RevertWhen_TheAllowanceIsNotRaised() public {
        _expectRefused(address(usdt), 86_400, abi.encodeWithSelector(IPool.WrongDirection.selector));
        _expectRefused(address(usdt), 86_399, abi.encodeWithSelector(IPool.WrongDirection.selector));
    }

    function test_WhenTheAllowanceIsRaised() public {
        bytes memory raising = abi.encodeCall(insurance.raiseAllowance, (address(usdt), 100_000));
        _await(administrator, raising);
        vm.expectEmit(address(insurance));
        emit IPool.AllowanceChanged(address(usdt), 100_000);
        _execute(administrator, raising);
        _assertLeft(100_000);
        assertEq(insurance.currencies()[1].allowance, ALLOWANCE);
    }

    function test_WhenItIsRaisedWhatLeakedBeforeDidSoSlower() public {
        bytes memory raising = abi.encodeCall(insurance.raiseAllowance, (address(usdt), 864_000));
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

    function _expectRefused(address token, uint32 dollars, bytes memory reason) private {
        bytes memory raising = abi.encodeCall(insurance.raiseAllowance, (token, dollars));
        uint256 time = block.timestamp;
        _await(administrator, raising);
        vm.expectRevert(reason);
        _execute(administrator, raising);
        vm.warp(time);
    }
}

contract LowerAllowanceTest is AllowanceBase {
    function test_RevertWhen_TheAllowanceOfAnUnlistedTokenIsLowered() public {
        vm.expectRevert(abi.encodeWithSelector(IPool.TokenNotListed.selector, stranger));
        _lower(stranger, 1);
    }

    function test_RevertWhen_TheAllowanceIsNotLowered() public {
        vm.expectRevert(abi.encodeWithSelector(IPool.WrongDirection.selector));
        _lower(address(usdt), 86_400);
        vm.expectRevert(abi.encodeWithSelector(IPool.WrongDirection.selector));
        _lower(address(usdt), 86_401);
    }

    function test_WhenTheAllowanceIsLowered() public {
        address[2] memory keys = [administrator, guardian];
        for (uint32 i = 0; i < 2; ++i) {
            vm.expectEmit(address(insurance));
            emit IPool.AllowanceChanged(address(usdt), 2000 - i);
            vm.prank(keys[i]);
            insurance.lowerAllowance(address(usdt), 2000 - i);
            _assertLeft(2000 - i);
        }
        Currency memory currency = insurance.currencies()[2];
        assertEq(currency.minPerDollar, 0.9e6);
        assertEq(currency.maxPerDollar, 1.11e6);
        assertEq(insurance.currencies()[1].allowance, ALLOWANCE);
    }

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

    function test_WhenItIsLoweredBelowWhatIsUsed() public {
        _pay(86_400);
        _lower(address(usdt), 8640);
        // 86 400 are used: nothing is left until nine days of the new allowance have leaked.
        _assertLeft(0);
        vm.warp(block.timestamp + 9 days);
        _assertLeft(0);
        vm.warp(block.timestamp + 10);
        _assertLeft(1);
    }

    function test_WhenItIsLoweredToZero() public {
        _lower(address(usdt), 0);
        _assertLeft(0);
        vm.warp(block.timestamp + 100 days);
        _assertLeft(0);
    }
}
