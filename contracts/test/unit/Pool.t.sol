// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {WithdrawalAboveFree} from "../../src/Ledger.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {Role} from "../../src/IGovernance.sol";
import {Quote} from "../../src/IInsurancePayment.sol";
import {IPool} from "../../src/IPool.sol";
import {BaseTest} from "../BaseTest.sol";
import {ForcedCoins} from "../mocks/ForcedCoins.sol";
import {OddToken} from "../mocks/OddToken.sol";
import {Wallet} from "../mocks/Wallet.sol";

contract FundTest is BaseTest {
    function test_RevertWhen_TheAmountIsZero() public {
        vm.expectRevert(abi.encodeWithSelector(IPool.ZeroAmount.selector));
        insurance.fund(NATIVE, 0);
    }

    function test_RevertWhen_TheTokenIsNotListed() public {
        address odd = address(new OddToken());
        vm.expectRevert(abi.encodeWithSelector(IPool.TokenNotListed.selector, odd));
        insurance.fund(odd, 1);
    }

    function test_RevertWhen_TheValueIsNotTheAmount() public {
        vm.expectRevert(abi.encodeWithSelector(IPool.WrongValue.selector, 2, 1));
        insurance.fund{value: 1}(NATIVE, 2);
        vm.expectRevert(abi.encodeWithSelector(IPool.WrongValue.selector, 2, 3));
        insurance.fund{value: 3}(NATIVE, 2);
    }

    function test_RevertWhen_AValueComesWithAToken() public {
        vm.expectRevert(abi.encodeWithSelector(IPool.WrongValue.selector, 0, 1));
        insurance.fund{value: 1}(address(usdc), 2);
    }

    function test_RevertWhen_TheTokenTakesAFee() public {
        usdt.setFee(100);
        vm.expectRevert(abi.encodeWithSelector(IPool.WrongAmountReceived.selector, address(usdt), 1000, 990));
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
        vm.prank(administrator);
        insurance.closeCurrency(address(usdc));
        vm.prank(pauser);
        insurance.pause();
        insurance.fund(address(usdc), 5);
        assertEq(usdc.balanceOf(address(insurance)), 1_000_000e6 + 5);
    }

    function test_WhenAnyoneBringsCoins() public {
        vm.deal(stranger, 5);
        vm.expectEmit(address(insurance));
        emit IPool.PoolFunded(NATIVE, stranger, 5);
        vm.prank(stranger);
        insurance.fund{value: 5}(NATIVE, 5);
        assertEq(address(insurance).balance, 1000 ether + 5);
    }

    function test_WhenAnyoneBringsTokens() public {
        vm.startPrank(holder);
        usdt.approve(address(insurance), 5);
        vm.expectEmit(address(insurance));
        emit IPool.PoolFunded(address(usdt), holder, 5);
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

    function test_RevertWhen_TheDestinationIsZero() public {
        _expectRefused(NATIVE, address(0), 1, abi.encodeWithSelector(IPool.InvalidRecipient.selector, address(0)));
    }

    function test_RevertWhen_TheDestinationIsTheContract() public {
        address self = address(insurance);
        _expectRefused(NATIVE, self, 1, abi.encodeWithSelector(IPool.InvalidRecipient.selector, self));
        _expectRefused(address(usdc), self, 1, abi.encodeWithSelector(IPool.InvalidRecipient.selector, self));
    }

    function test_RevertWhen_TheAmountIsZero() public {
        _expectRefused(NATIVE, destination, 0, abi.encodeWithSelector(IPool.ZeroAmount.selector));
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
        _expectRefused(
            NATIVE, address(wallet), 1, abi.encodeWithSelector(IPool.NativeTransferFailed.selector, address(wallet), 1)
        );
    }

    function test_RevertWhen_TheTokenRefuses() public {
        usdc.setDenied(destination, true);
        _expectRefused(address(usdc), destination, 1, abi.encodeWithSignature("Error(string)", "account is denied"));
    }

    function test_RevertWhen_TheTokenAnswersFalseToAWithdrawal() public {
        OddToken odd = new OddToken();
        odd.mint(address(insurance), 7);
        odd.setAnswersFalse(true);
        _expectRefused(
            address(odd), destination, 7, abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, odd)
        );
    }

    function test_WhenTheDestinationCallsBack() public {
        Wallet wallet = new Wallet();
        _grant(Role.Treasurer, address(wallet));
        bytes memory inner = abi.encodeCall(insurance.withdraw, (NATIVE, address(wallet), 1 ether));
        bytes memory outer = abi.encodeCall(insurance.withdraw, (NATIVE, address(wallet), 2 ether));
        vm.warp(NOW + 1);
        _announce(address(wallet), inner);
        _announce(address(wallet), outer);
        vm.warp(NOW + 2 days + 1);
        wallet.setReentry(address(insurance), inner);
        wallet.execute(address(insurance), 0, outer);
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
        bytes memory withdrawal = abi.encodeCall(insurance.withdraw, (token, destination, amount));
        _await(treasurer, withdrawal);
        vm.expectEmit(address(insurance));
        emit IPool.CapitalWithdrawn(token, destination, amount);
        _execute(treasurer, withdrawal);
        assertEq(_balance(token, destination), amount);
        assertEq(_balance(token, address(insurance)), pool - amount);
    }

    function _expectAboveFree(address token, uint256 free, uint256 amount) private {
        _expectRefused(
            token, destination, amount, abi.encodeWithSelector(WithdrawalAboveFree.selector, token, free, amount)
        );
    }

    function _withdraw(address token, address to, uint256 amount) private {
        _announced(treasurer, abi.encodeCall(insurance.withdraw, (token, to, amount)));
    }

    function _expectRefused(address token, address to, uint256 amount, bytes memory reason) private {
        bytes memory withdrawal = abi.encodeCall(insurance.withdraw, (token, to, amount));
        uint256 time = block.timestamp;
        _await(treasurer, withdrawal);
        vm.expectRevert(reason);
        _execute(treasurer, withdrawal);
        vm.warp(time);
    }

    function _owe(address token) private {
        Wallet wallet = new Wallet();
        wallet.setOnReceive(Wallet.OnReceive.Refuse);
        vm.deal(address(wallet), 10 ether);
        Quote memory quote = _quote(token);
        quote.holder = address(wallet);
        _buy(quote);
        _reject(quote);
    }
}
