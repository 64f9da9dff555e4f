// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Currency, CurrencyConfig, IInsurancePayment, Quote, Status} from "../../src/IInsurancePayment.sol";
import {BaseTest} from "../BaseTest.sol";
import {OddToken} from "../mocks/OddToken.sol";

contract AddCurrencyTest is BaseTest {
    function test_RevertWhen_TheCallerIsNotTheAdmin() public {
        CurrencyConfig memory config = _config(address(new OddToken()));
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NotAdmin.selector, stranger));
        vm.prank(stranger);
        insurance.addCurrency(config);
    }

    function test_RevertWhen_TheTokenIsTheNativeCoin() public {
        _expectRefused(NATIVE, abi.encodeWithSelector(IInsurancePayment.TokenAlreadyListed.selector, NATIVE));
    }

    function test_RevertWhen_TheTokenIsListed() public {
        _expectRefused(
            address(usdc), abi.encodeWithSelector(IInsurancePayment.TokenAlreadyListed.selector, address(usdc))
        );
        vm.prank(admin);
        insurance.setCurrencyAccepted(address(usdc), false);
        _expectRefused(
            address(usdc), abi.encodeWithSelector(IInsurancePayment.TokenAlreadyListed.selector, address(usdc))
        );
    }

    function test_RevertWhen_TheTokenHasNoCode() public {
        _expectRefused(stranger, abi.encodeWithSelector(IInsurancePayment.TokenWithoutCode.selector, stranger));
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
        vm.prank(underwriter);
        insurance.refund(quote, quote.premium, Status.Rejected, FOREVER);
        assertEq(odd.balanceOf(address(insurance)), 0);
        address next = address(new OddToken());
        _expectRefused(next, abi.encodeWithSelector(IInsurancePayment.TooManyCurrencies.selector, 16));
    }

    function test_RevertWhen_TheFewestPerDollarAreZero() public {
        CurrencyConfig memory config = _config(address(new OddToken()));
        config.minPerDollar = 0;
        _expectRefused(config, abi.encodeWithSelector(IInsurancePayment.InvalidPayoutBounds.selector, 0, 200));
    }

    function test_RevertWhen_TheFewestPerDollarAreAboveTheMost() public {
        CurrencyConfig memory config = _config(address(new OddToken()));
        config.minPerDollar = 201;
        _expectRefused(config, abi.encodeWithSelector(IInsurancePayment.InvalidPayoutBounds.selector, 201, 200));
    }

    function test_WhenTheTokenIsNew() public {
        CurrencyConfig memory config = _config(address(new OddToken()));
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.CurrencyAdded(config.token, 3);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.CurrencyAcceptanceChanged(config.token, true);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.PayoutBoundsChanged(config.token, 100, 200);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.MinimumReserveChanged(config.token, 7);
        vm.prank(admin);
        insurance.addCurrency(config);
        Currency[] memory list = insurance.currencies();
        assertEq(list.length, 4);
        assertEq(list[0].token, NATIVE);
        assertEq(list[3].token, config.token);
        assertEq(list[3].minPerDollar, 100);
        assertEq(list[3].maxPerDollar, 200);
        assertEq(list[3].owed, 0);
        assertTrue(list[0].accepted && list[1].accepted && list[2].accepted && list[3].accepted);
        OddToken(config.token).mint(address(insurance), 10);
        assertEq(insurance.freeCapital(config.token), 3);
    }

    function _config(address token) private pure returns (CurrencyConfig memory) {
        return CurrencyConfig({token: token, minPerDollar: 100, maxPerDollar: 200, minimumReserve: 7});
    }

    function _expectRefused(address token, bytes memory reason) private {
        _expectRefused(_config(token), reason);
    }

    function _expectRefused(CurrencyConfig memory config, bytes memory reason) private {
        vm.expectRevert(reason);
        vm.prank(admin);
        insurance.addCurrency(config);
    }
}

contract SetCurrencyAcceptedTest is BaseTest {
    function test_RevertWhen_TheCallerIsNotTheAdmin() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NotAdmin.selector, pauser));
        vm.prank(pauser);
        insurance.setCurrencyAccepted(address(usdc), false);
    }

    function test_RevertWhen_TheTokenIsNotListed() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.TokenNotListed.selector, stranger));
        _set(stranger, false);
    }

    function test_WhenItIsClosed() public {
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.CurrencyAcceptanceChanged(address(usdc), false);
        _set(address(usdc), false);
        _assertAccepted(true, false, true);
        _buy(_quote(NATIVE));
        _buy(_quote(address(usdt)));
    }

    function test_WhenItIsClosedTwice() public {
        _set(address(usdc), false);
        _set(address(usdc), false);
        _assertAccepted(true, false, true);
    }

    function test_WhenItIsOpenedAgain() public {
        _set(address(usdc), false);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.CurrencyAcceptanceChanged(address(usdc), true);
        _set(address(usdc), true);
        _set(address(usdc), true);
        _assertAccepted(true, true, true);
        _buy(_quote(address(usdc)));
    }

    function _set(address token, bool accepted) private {
        vm.prank(admin);
        insurance.setCurrencyAccepted(token, accepted);
    }

    function _assertAccepted(bool native, bool first, bool second) private view {
        Currency[] memory list = insurance.currencies();
        assertEq(list[0].accepted, native);
        assertEq(list[1].accepted, first);
        assertEq(list[2].accepted, second);
    }
}

contract SetPayoutBoundsTest is BaseTest {
    function test_RevertWhen_TheCallerIsNotTheAdmin() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NotAdmin.selector, claims));
        vm.prank(claims);
        insurance.setPayoutBounds(NATIVE, 1, 2);
    }

    function test_RevertWhen_TheTokenIsNotListed() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.TokenNotListed.selector, stranger));
        _set(stranger, 1, 2);
    }

    function test_RevertWhen_TheFewestAreZero() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.InvalidPayoutBounds.selector, 0, 2));
        _set(NATIVE, 0, 2);
    }

    function test_RevertWhen_TheFewestAreAboveTheMost() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.InvalidPayoutBounds.selector, 3, 2));
        _set(NATIVE, 3, 2);
    }

    function test_WhenTheFewestAreTheMost() public {
        _set(NATIVE, 2, 2);
        assertEq(insurance.currencies()[0].minPerDollar, 2);
        assertEq(insurance.currencies()[0].maxPerDollar, 2);
    }

    function test_WhenTheyAreSet() public {
        (bytes32 quoteId,) = _buyInForce(address(usdc));
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.PayoutBoundsChanged(address(usdc), 2e6, 3e6);
        _set(address(usdc), 2e6, 3e6);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.AmountOutOfBounds.selector, 20e6, 30e6, 10e6));
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, block.timestamp, 10, 10e6, FOREVER);
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, block.timestamp, 10, 25e6, FOREVER);
    }

    function _set(address token, uint96 minPerDollar, uint96 maxPerDollar) private {
        vm.prank(admin);
        insurance.setPayoutBounds(token, minPerDollar, maxPerDollar);
    }
}
