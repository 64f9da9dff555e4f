// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IInsurancePayment, Quote} from "../../src/IInsurancePayment.sol";
import {IPool} from "../../src/IPool.sol";
import {BaseTest} from "../BaseTest.sol";
import {Wallet} from "../mocks/Wallet.sol";

contract PullTest is BaseTest {
    address private destination = makeAddr("destination");

    function test_RevertWhen_ThePolicyIsUnknown() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.PolicyUnknown.selector, bytes32("unknown")));
        insurance.pull("unknown", destination);
    }

    function test_RevertWhen_TheCallerIsNotTheHolder() public {
        (Wallet wallet, bytes32 quoteId) = _owedCoins();
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NotHolder.selector, wallet, stranger));
        vm.prank(stranger);
        insurance.pull(quoteId, destination);
    }

    function test_RevertWhen_CoinsGoToZeroOrToTheContract() public {
        (Wallet wallet, bytes32 quoteId) = _owedCoins();
        address[2] memory recipients = [address(0), address(insurance)];
        for (uint256 i = 0; i < 2; ++i) {
            _expectInvalidRecipient(quoteId, address(wallet), recipients[i]);
        }
        assertEq(insurance.owed(quoteId), PREMIUM_NATIVE);
    }

    function test_RevertWhen_TokensGoToAnyoneButTheHolder() public {
        bytes32 quoteId = _owedTokens();
        usdc.setDenied(holder, false);
        address[4] memory recipients = [address(0), address(insurance), destination, stranger];
        for (uint256 i = 0; i < 4; ++i) {
            _expectInvalidRecipient(quoteId, holder, recipients[i]);
        }
    }

    function test_RevertWhen_TheTokenStillDeniesTheHolder() public {
        bytes32 quoteId = _owedTokens();
        vm.expectRevert(bytes("account is denied"));
        vm.prank(holder);
        insurance.pull(quoteId, holder);
        assertEq(insurance.owed(quoteId), PREMIUM_USD);
    }

    function test_RevertWhen_ThePolicyIsContested() public {
        bytes32 quoteId = _owedTokens();
        usdc.setDenied(holder, false);
        _contest(quoteId, stranger);
        uint256[2] memory times = [NOW, NOW + 21 days];
        for (uint256 i = 0; i < 2; ++i) {
            vm.warp(times[i]);
            vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.PolicyContested.selector, quoteId));
            vm.prank(holder);
            insurance.pull(quoteId, holder);
        }
    }

    function test_WhenTheContestedChangeHasLapsed() public {
        bytes32 quoteId = _owedTokens();
        usdc.setDenied(holder, false);
        _contest(quoteId, stranger);
        vm.warp(NOW + 21 days + 1);
        _expectPulled(quoteId, holder, holder, address(usdc), PREMIUM_USD);
    }

    function test_WhenTheContestedChangeWasStopped() public {
        bytes32 quoteId = _owedTokens();
        usdc.setDenied(holder, false);
        _contest(quoteId, stranger);
        vm.prank(guardian);
        insurance.stopHolderChange(quoteId);
        _expectPulled(quoteId, holder, holder, address(usdc), PREMIUM_USD);
    }

    function test_RevertWhen_NothingIsOwed() public {
        bytes32 quoteId = _buy(_quote(NATIVE));
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NothingOwed.selector, quoteId));
        vm.prank(holder);
        insurance.pull(quoteId, destination);
        quoteId = _buy(_quote(address(usdc)));
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NothingOwed.selector, quoteId));
        vm.prank(holder);
        insurance.pull(quoteId, holder);
    }

    function test_RevertWhen_ItWasPulledBefore() public {
        (Wallet wallet, bytes32 quoteId) = _owedCoins();
        vm.prank(address(wallet));
        insurance.pull(quoteId, destination);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NothingOwed.selector, quoteId));
        vm.prank(address(wallet));
        insurance.pull(quoteId, destination);
    }

    function test_RevertWhen_TheDestinationRefusesCoins() public {
        (Wallet wallet, bytes32 quoteId) = _owedCoins();
        vm.expectRevert(abi.encodeWithSelector(IPool.NativeTransferFailed.selector, address(wallet), PREMIUM_NATIVE));
        vm.prank(address(wallet));
        insurance.pull(quoteId, address(wallet));
        assertEq(insurance.owed(quoteId), PREMIUM_NATIVE);
    }

    function test_WhenCoinsAreOwed() public {
        (Wallet wallet, bytes32 quoteId) = _owedCoins();
        _expectPulled(quoteId, address(wallet), destination, NATIVE, PREMIUM_NATIVE);
    }

    function test_WhenTokensAreOwed() public {
        bytes32 quoteId = _owedTokens();
        usdc.setDenied(holder, false);
        _expectPulled(quoteId, holder, holder, address(usdc), PREMIUM_USD);
    }

    function test_WhenAnotherPolicyIsOwedToo() public {
        (Wallet wallet, bytes32 first) = _owedCoins();
        (, bytes32 second) = _owedCoins();
        vm.prank(address(wallet));
        insurance.pull(first, destination);
        assertEq(insurance.owed(second), PREMIUM_NATIVE);
        assertEq(insurance.currencies()[0].owed, PREMIUM_NATIVE);
    }

    function test_WhenIntakeIsPaused() public {
        (Wallet wallet, bytes32 quoteId) = _owedCoins();
        vm.prank(pauser);
        insurance.pause();
        _expectPulled(quoteId, address(wallet), destination, NATIVE, PREMIUM_NATIVE);
    }

    function test_WhenTheHolderWasChanged() public {
        bytes32 quoteId = _owedTokens();
        _changeHolder(quoteId, stranger);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NotHolder.selector, stranger, holder));
        vm.prank(holder);
        insurance.pull(quoteId, holder);
        _expectPulled(quoteId, stranger, stranger, address(usdc), PREMIUM_USD);
    }

    function test_WhenPayoutsAreHalted() public {
        (Wallet wallet, bytes32 quoteId) = _owedCoins();
        vm.prank(guardian);
        insurance.haltPayouts();
        _expectPulled(quoteId, address(wallet), destination, NATIVE, PREMIUM_NATIVE);
    }

    function test_WhenTheDestinationCallsBack() public {
        (Wallet wallet, bytes32 quoteId) = _owedCoins();
        wallet.setReentry(address(insurance), abi.encodeCall(insurance.pull, (quoteId, address(wallet))));
        uint256 purse = address(wallet).balance;
        wallet.execute(address(insurance), 0, abi.encodeCall(insurance.pull, (quoteId, address(wallet))));
        assertEq(wallet.reentryError(), abi.encodeWithSignature("ReentrancyGuardReentrantCall()"));
        assertEq(address(wallet).balance, purse + PREMIUM_NATIVE);
    }

    function _expectPulled(bytes32 quoteId, address caller, address to, address token, uint256 amount) private {
        uint256 pool = _balance(token, address(insurance));
        uint256 purse = _balance(token, to);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.OwedPaid(quoteId, caller, token, to, amount);
        vm.prank(caller);
        insurance.pull(quoteId, to);
        assertEq(_balance(token, to), purse + amount);
        assertEq(_balance(token, address(insurance)), pool - amount);
        assertEq(insurance.owed(quoteId), 0);
        assertEq(insurance.currencies()[token == NATIVE ? 0 : 1].owed, 0);
    }

    function _expectInvalidRecipient(bytes32 quoteId, address caller, address to) private {
        vm.expectRevert(abi.encodeWithSelector(IPool.InvalidRecipient.selector, to));
        vm.prank(caller);
        insurance.pull(quoteId, to);
    }

    function _owedCoins() private returns (Wallet wallet, bytes32 quoteId) {
        wallet = new Wallet();
        vm.deal(address(wallet), 10 ether);
        wallet.setOnReceive(Wallet.OnReceive.Refuse);
        Quote memory quote = _quote(NATIVE);
        quote.holder = address(wallet);
        quoteId = _buy(quote);
        _reject(quote);
    }

    function _owedTokens() private returns (bytes32 quoteId) {
        Quote memory quote = _quote(address(usdc));
        quoteId = _buy(quote);
        usdc.setDenied(holder, true);
        _reject(quote);
    }
}
