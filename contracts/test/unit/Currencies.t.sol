// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IInsurancePayment, Quote} from "../../src/IInsurancePayment.sol";
import {Currency, CurrencyConfig, IPool} from "../../src/IPool.sol";
import {BaseTest} from "../BaseTest.sol";
import {OddToken} from "../mocks/OddToken.sol";

contract AddCurrencyTest is BaseTest {
    function test_RevertWhen_TheTokenIsTheNativeCoin() public {
        _expectRefused(NATIVE, abi.encodeWithSelector(IPool.TokenAlreadyListed.selector, NATIVE));
    }

    function test_RevertWhen_TheTokenIsListed() public {
        _expectRefused(address(usdc), abi.encodeWithSelector(IPool.TokenAlreadyListed.selector, address(usdc)));
        vm.prank(administrator);
        insurance.closeCurrency(address(usdc));
        _expectRefused(address(usdc), abi.encodeWithSelector(IPool.TokenAlreadyListed.selector, address(usdc)));
    }

    function test_RevertWhen_TheTokenHasNoCode() public {
        _expectRefused(stranger, abi.encodeWithSelector(IPool.TokenWithoutCode.selector, stranger));
    }

    function test_RevertWhen_SixteenCurrenciesAreListed() public {
        OddToken odd;
        for (uint256 i = 3; i < 16; ++i) {
            odd = _listOddToken();
        }
        assertEq(insurance.currencies().length, 16);
        // The last index fits the registry and the set of accepted currencies.
        Quote memory quote = _quote(address(odd));
        assertEq(insurance.policyOf(_buy(quote)).token, address(odd));
        _reject(quote);
        assertEq(odd.balanceOf(address(insurance)), 0);
        address next = address(new OddToken());
        _expectRefused(next, abi.encodeWithSelector(IPool.TooManyCurrencies.selector, 16));
    }

    function test_RevertWhen_TheFewestPerDollarAreZero() public {
        CurrencyConfig memory config = _new(address(new OddToken()));
        config.minPerDollar = 0;
        _expectRefused(config, abi.encodeWithSelector(IPool.InvalidPayoutBounds.selector, 0, 200));
    }

    function test_RevertWhen_TheFewestPerDollarAreAboveTheMost() public {
        CurrencyConfig memory config = _new(address(new OddToken()));
        config.minPerDollar = 201;
        _expectRefused(config, abi.encodeWithSelector(IPool.InvalidPayoutBounds.selector, 201, 200));
    }

    function test_WhenTheTokenIsNew() public {
        CurrencyConfig memory config = _new(address(new OddToken()));
        bytes memory addition = abi.encodeCall(insurance.addCurrency, (config));
        _await(administrator, addition);
        vm.expectEmit(address(insurance));
        emit IPool.CurrencyAdded(config.token, 3);
        vm.expectEmit(address(insurance));
        emit IPool.CurrencyAcceptanceChanged(config.token, true);
        vm.expectEmit(address(insurance));
        emit IPool.LimitsChanged(config.token, 100, 200, 7, 9);
        _execute(administrator, addition);
        Currency[] memory list = insurance.currencies();
        assertEq(list.length, 4);
        assertEq(list[0].token, NATIVE);
        assertEq(abi.encode(list[3]), abi.encode(Currency(config.token, 100, 200, 0, 7, 9, 9, true)));
        assertTrue(list[0].accepted && list[1].accepted && list[2].accepted);
        OddToken(config.token).mint(address(insurance), 10);
        assertEq(insurance.freeCapital(config.token), 3);
    }

    function test_WhenIntakeIsPausedAndATokenIsAdded() public {
        vm.prank(pauser);
        insurance.pause();
        _listOddToken();
        assertTrue(insurance.paused());
    }

    function _new(address token) private pure returns (CurrencyConfig memory) {
        return CurrencyConfig({token: token, minPerDollar: 100, maxPerDollar: 200, minimumReserve: 7, allowance: 9});
    }

    function _expectRefused(address token, bytes memory reason) private {
        _expectRefused(_new(token), reason);
    }

    function _expectRefused(CurrencyConfig memory config, bytes memory reason) private {
        bytes memory addition = abi.encodeCall(insurance.addCurrency, (config));
        uint256 time = block.timestamp;
        _await(administrator, addition);
        vm.expectRevert(reason);
        _execute(administrator, addition);
        vm.prank(administrator);
        insurance.veto(addition);
        vm.warp(time);
    }
}

contract CloseCurrencyTest is BaseTest {
    function test_RevertWhen_TheTokenToCloseIsNotListed() public {
        vm.expectRevert(abi.encodeWithSelector(IPool.TokenNotListed.selector, stranger));
        vm.prank(administrator);
        insurance.closeCurrency(stranger);
    }

    function test_WhenTheAdministratorClosesIt() public {
        _expectClosed(administrator);
    }

    function test_WhenTheGuardianClosesIt() public {
        _expectClosed(guardian);
    }

    function test_WhenItIsClosedTwice() public {
        _expectClosed(guardian);
        _expectClosed(administrator);
    }

    function _expectClosed(address by) private {
        vm.expectEmit(address(insurance));
        emit IPool.CurrencyAcceptanceChanged(address(usdc), false);
        vm.prank(by);
        insurance.closeCurrency(address(usdc));
        Currency[] memory list = insurance.currencies();
        assertTrue(list[0].accepted && !list[1].accepted && list[2].accepted);
        _buy(_quote(NATIVE));
        _buy(_quote(address(usdt)));
        Quote memory quote = _quote(address(usdc));
        bytes memory signature = _sign(quote);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.TokenNotAccepted.selector, address(usdc)));
        vm.prank(holder);
        insurance.purchase(quote, signature);
    }
}

contract OpenCurrencyTest is BaseTest {
    function test_WhenAClosedCurrencyIsLoosened() public {
        vm.prank(guardian);
        insurance.closeCurrency(address(usdc));
        vm.warp(NOW + 1);
        // The limits may stay as they are.
        bytes memory opening = abi.encodeCall(insurance.loosenLimits, (_limits(address(usdc))));
        _await(administrator, opening);
        vm.expectEmit(address(insurance));
        emit IPool.CurrencyAcceptanceChanged(address(usdc), true);
        _execute(administrator, opening);
        _assertAllAccepted();
        vm.warp(NOW);
        _buy(_quote(address(usdc)));
    }

    function test_WhenAnOpenCurrencyIsLoosened() public {
        _announced(administrator, abi.encodeCall(insurance.loosenLimits, (_limits(NATIVE))));
        _assertAllAccepted();
    }

    function test_WhenAClosedCurrencyIsTightened() public {
        vm.startPrank(guardian);
        insurance.closeCurrency(address(usdc));
        insurance.tightenLimits(_limits(address(usdc)));
        vm.stopPrank();
        assertFalse(insurance.currencies()[1].accepted);
    }

    function _assertAllAccepted() private view {
        for (uint256 i = 0; i < 3; ++i) {
            assertTrue(insurance.currencies()[i].accepted);
        }
    }
}
