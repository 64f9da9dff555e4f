// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IInsurancePayment, Quote, Role, Status} from "../../src/IInsurancePayment.sol";
import {BaseTest} from "../BaseTest.sol";
import {ForcedCoins} from "../mocks/ForcedCoins.sol";
import {OddToken} from "../mocks/OddToken.sol";
import {Wallet} from "../mocks/Wallet.sol";

contract FundTest is BaseTest {
    function test_RevertWhen_TheAmountIsZero() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.ZeroAmount.selector));
        insurance.fund(NATIVE, 0);
    }

    function test_RevertWhen_TheTokenIsNotListed() public {
        address odd = address(new OddToken());
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.TokenNotListed.selector, odd));
        insurance.fund(odd, 1);
    }

    function test_RevertWhen_TheValueIsNotTheAmount() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.WrongValue.selector, 2, 1));
        insurance.fund{value: 1}(NATIVE, 2);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.WrongValue.selector, 2, 3));
        insurance.fund{value: 3}(NATIVE, 2);
    }

    function test_RevertWhen_AValueComesWithAToken() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.WrongValue.selector, 0, 1));
        insurance.fund{value: 1}(address(usdc), 2);
    }

    function test_RevertWhen_TheTokenTakesAFee() public {
        usdt.setFee(100);
        vm.expectRevert(
            abi.encodeWithSelector(IInsurancePayment.WrongAmountReceived.selector, address(usdt), 1000, 990)
        );
        insurance.fund(address(usdt), 1000);
    }

    function test_WhenTheTokenCallsBack() public {
        OddToken odd = _listOddToken();
        odd.setReentry(address(insurance), abi.encodeCall(insurance.fund, (address(odd), 1)));
        vm.prank(holder);
        insurance.fund(address(odd), 5);
        assertEq(odd.reentryError(), abi.encodeWithSignature("ReentrancyGuardReentrantCall()"));
    }

    function test_WhenTheCurrencyIsClosedAndIntakePaused() public {
        vm.prank(admin);
        insurance.setCurrencyAccepted(address(usdc), false);
        vm.prank(pauser);
        insurance.pause();
        insurance.fund(address(usdc), 5);
        assertEq(usdc.balanceOf(address(insurance)), 1_000_000e6 + 5);
    }

    function test_WhenAnyoneBringsCoins() public {
        vm.deal(stranger, 5);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.PoolFunded(NATIVE, stranger, 5);
        vm.prank(stranger);
        insurance.fund{value: 5}(NATIVE, 5);
        assertEq(address(insurance).balance, 1000 ether + 5);
    }

    function test_WhenAnyoneBringsTokens() public {
        vm.startPrank(holder);
        usdt.approve(address(insurance), 5);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.PoolFunded(address(usdt), holder, 5);
        insurance.fund(address(usdt), 5);
        assertEq(usdt.balanceOf(address(insurance)), 1_000_000e6 + 5);
    }

    function test_RevertWhen_CoinsComeWithoutAFunction() public {
        (bool success,) = address(insurance).call{value: 1}("");
        assertFalse(success);
        (success,) = address(insurance).call{value: 1}("no such function");
        assertFalse(success);
    }

    function test_WhenCoinsAreForcedIn() public {
        uint256 free = insurance.freeCapital(NATIVE);
        new ForcedCoins{value: 3 ether}(payable(address(insurance)));
        assertEq(address(insurance).balance, 1003 ether);
        assertEq(insurance.freeCapital(NATIVE), free + 3 ether);
    }
}

contract WithdrawTest is BaseTest {
    address private destination = makeAddr("destination");

    function test_RevertWhen_TheCallerIsNotTheTreasurer() public {
        address[4] memory others = [admin, claims, underwriter, stranger];
        for (uint256 i = 0; i < others.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NotInRole.selector, Role.Treasurer, others[i]));
            vm.prank(others[i]);
            insurance.withdraw(NATIVE, destination, 1);
        }
    }

    function test_RevertWhen_TheDestinationIsZero() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.ZeroAddress.selector));
        _withdraw(NATIVE, address(0), 1);
    }

    function test_RevertWhen_TheAmountIsZero() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.ZeroAmount.selector));
        _withdraw(NATIVE, destination, 0);
    }

    function test_RevertWhen_TheAmountIsAboveWhatIsFree() public {
        _expectAboveFree(NATIVE, 990 ether, 990 ether + 1);
        _expectAboveFree(address(usdc), 999_000e6, 999_000e6 + 1);
        _expectAboveFree(address(usdt), 1_000_000e6, 1_000_000e6 + 1);
    }

    function test_WhenTheAmountIsAllThatIsFree() public {
        _withdraw(NATIVE, destination, 990 ether);
        assertEq(address(insurance).balance, 10 ether);
        assertEq(insurance.freeCapital(NATIVE), 0);
    }

    function test_WhenSomethingIsOwed() public {
        _owe(NATIVE);
        // The premium stayed with the refund that was not taken: it came in and is owed.
        assertEq(insurance.freeCapital(NATIVE), 990 ether);
        _expectAboveFree(NATIVE, 990 ether, 990 ether + 1);
        _withdraw(NATIVE, destination, 990 ether);
        assertEq(address(insurance).balance, 10 ether + PREMIUM_NATIVE);
    }

    function test_RevertWhen_ThePoolIsBelowTheMinimumReserve() public {
        vm.deal(address(insurance), 10 ether - 1);
        _expectAboveFree(NATIVE, 0, 1);
    }

    function test_WhenTheTokenWasNeverListed() public {
        OddToken odd = new OddToken();
        odd.mint(address(insurance), 7);
        assertEq(insurance.freeCapital(address(odd)), 7);
        _withdraw(address(odd), destination, 7);
        assertEq(odd.balanceOf(destination), 7);
    }

    function test_WhenTheTokenWasNeverListedAndCoinsAreOwed() public {
        _owe(NATIVE);
        OddToken odd = new OddToken();
        odd.mint(address(insurance), 7);
        assertEq(insurance.freeCapital(address(odd)), 7);
    }

    function test_RevertWhen_TheDestinationRefusesCoins() public {
        Wallet wallet = new Wallet();
        wallet.setOnReceive(Wallet.OnReceive.Refuse);
        vm.expectRevert(abi.encodeWithSignature("ETHTransferFailed()"));
        _withdraw(NATIVE, address(wallet), 1);
    }

    function test_RevertWhen_TheTokenRefuses() public {
        usdc.setDenied(destination, true);
        vm.expectRevert(abi.encodeWithSignature("TransferFailed()"));
        _withdraw(address(usdc), destination, 1);
    }

    function test_WhenTheDestinationCallsBack() public {
        Wallet wallet = new Wallet();
        vm.prank(admin);
        insurance.setRole(Role.Treasurer, address(wallet));
        wallet.setReentry(address(insurance), abi.encodeCall(insurance.withdraw, (NATIVE, address(wallet), 1 ether)));
        wallet.execute(address(insurance), 0, abi.encodeCall(insurance.withdraw, (NATIVE, address(wallet), 2 ether)));
        assertEq(wallet.reentryError(), abi.encodeWithSignature("ReentrancyGuardReentrantCall()"));
        assertEq(address(wallet).balance, 2 ether);
    }

    function test_WhenCoinsAreWithdrawn() public {
        _expectWithdrawn(NATIVE, 5 ether);
    }

    function test_WhenTokensAreWithdrawn() public {
        _expectWithdrawn(address(usdc), 500_000e6);
    }

    function test_WhenATokenThatReturnsNothingIsWithdrawn() public {
        _expectWithdrawn(address(usdt), 1_000_000e6);
    }

    function _expectWithdrawn(address token, uint256 amount) private {
        uint256 pool = _balance(token, address(insurance));
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.CapitalWithdrawn(token, destination, amount);
        _withdraw(token, destination, amount);
        assertEq(_balance(token, destination), amount);
        assertEq(_balance(token, address(insurance)), pool - amount);
    }

    function _expectAboveFree(address token, uint256 free, uint256 amount) private {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.WithdrawalAboveFree.selector, token, free, amount));
        _withdraw(token, destination, amount);
    }

    function _withdraw(address token, address to, uint256 amount) private {
        vm.prank(treasurer);
        insurance.withdraw(token, to, amount);
    }

    function _owe(address token) private {
        Wallet wallet = new Wallet();
        wallet.setOnReceive(Wallet.OnReceive.Refuse);
        vm.deal(address(wallet), 10 ether);
        Quote memory quote = _quote(token);
        quote.holder = address(wallet);
        _buy(quote);
        vm.prank(underwriter);
        insurance.refund(quote, quote.premium, Status.Rejected, FOREVER);
    }
}

contract SetMinimumReserveTest is BaseTest {
    function test_RevertWhen_TheCallerIsNotTheAdmin() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NotAdmin.selector, treasurer));
        vm.prank(treasurer);
        insurance.setMinimumReserve(NATIVE, 0);
    }

    function test_RevertWhen_TheTokenIsNotListed() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.TokenNotListed.selector, stranger));
        vm.prank(admin);
        insurance.setMinimumReserve(stranger, 1);
    }

    function test_WhenItIsRaised() public {
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.MinimumReserveChanged(NATIVE, 30 ether);
        _set(30 ether);
        _assertReserve(30 ether, 0, 0);
        assertEq(insurance.freeCapital(NATIVE), 970 ether);
    }

    function test_WhenItIsSetToWhatItIs() public {
        _set(10 ether);
        _assertReserve(10 ether, 0, 0);
    }

    function test_WhenItIsLowered() public {
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.MinimumReserveLoweringAnnounced(NATIVE, 10 ether, 4 ether, uint64(NOW + 2 days));
        _set(4 ether);
        _assertReserve(10 ether, 4 ether, NOW + 2 days);
        vm.warp(NOW + 2 days - 1);
        assertEq(insurance.freeCapital(NATIVE), 990 ether);
        vm.warp(NOW + 2 days);
        assertEq(insurance.freeCapital(NATIVE), 996 ether);
        _assertReserve(4 ether, 0, 0);
    }

    function test_WhenALoweringIsUnderWayAndItIsRaised() public {
        _set(4 ether);
        _set(20 ether);
        _assertReserve(20 ether, 0, 0);
        vm.warp(NOW + 2 days);
        assertEq(insurance.freeCapital(NATIVE), 980 ether);
    }

    function test_WhenALoweringIsUnderWayAndAnotherIsAnnounced() public {
        _set(4 ether);
        vm.warp(NOW + 1 days);
        _set(3 ether);
        _assertReserve(10 ether, 3 ether, NOW + 3 days);
        vm.warp(NOW + 2 days);
        assertEq(insurance.freeCapital(NATIVE), 990 ether);
    }

    function test_WhenALoweringTookEffectAndItIsRaisedFromThere() public {
        _set(4 ether);
        vm.warp(NOW + 2 days);
        _set(6 ether);
        _assertReserve(6 ether, 0, 0);
    }

    function _set(uint128 amount) private {
        vm.prank(admin);
        insurance.setMinimumReserve(NATIVE, amount);
    }

    function _assertReserve(uint256 expected, uint256 expectedLowered, uint256 expectedTime) private view {
        (uint256 amount, uint256 lowered, uint256 effectiveAt) = insurance.minimumReserve(NATIVE);
        assertEq(amount, expected);
        assertEq(lowered, expectedLowered);
        assertEq(effectiveAt, expectedTime);
    }
}
