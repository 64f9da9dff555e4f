// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IInsurancePayment, Quote, Status} from "../../src/IInsurancePayment.sol";
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

    function test_RevertWhen_TheDestinationIsZero() public {
        (Wallet wallet, bytes32 quoteId) = _owedCoins();
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.ZeroAddress.selector));
        vm.prank(address(wallet));
        insurance.pull(quoteId, address(0));
    }

    function test_RevertWhen_NothingIsOwed() public {
        bytes32 quoteId = _buy(_quote(NATIVE));
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NothingOwed.selector, quoteId));
        vm.prank(holder);
        insurance.pull(quoteId, destination);
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
        vm.expectRevert(abi.encodeWithSignature("ETHTransferFailed()"));
        vm.prank(address(wallet));
        insurance.pull(quoteId, address(wallet));
        assertEq(insurance.owed(quoteId), PREMIUM_NATIVE);
    }

    function test_WhenCoinsAreOwed() public {
        (Wallet wallet, bytes32 quoteId) = _owedCoins();
        _expectPulled(quoteId, address(wallet), NATIVE, PREMIUM_NATIVE);
    }

    function test_WhenTokensAreOwed() public {
        bytes32 quoteId = _owedTokens();
        _expectPulled(quoteId, holder, address(usdc), PREMIUM_USD);
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
        _expectPulled(quoteId, address(wallet), NATIVE, PREMIUM_NATIVE);
    }

    function test_WhenTheHolderWasChanged() public {
        bytes32 quoteId = _owedTokens();
        vm.prank(underwriter);
        insurance.proposeHolderChange(quoteId, stranger);
        vm.prank(admin);
        insurance.confirmHolderChange(quoteId, stranger);
        vm.warp(NOW + 2 days);
        insurance.completeHolderChange(quoteId);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NotHolder.selector, stranger, holder));
        vm.prank(holder);
        insurance.pull(quoteId, destination);
        _expectPulled(quoteId, stranger, address(usdc), PREMIUM_USD);
    }

    function test_WhenTheDestinationCallsBack() public {
        (Wallet wallet, bytes32 quoteId) = _owedCoins();
        wallet.setReentry(address(insurance), abi.encodeCall(insurance.pull, (quoteId, address(wallet))));
        uint256 purse = address(wallet).balance;
        wallet.execute(address(insurance), 0, abi.encodeCall(insurance.pull, (quoteId, address(wallet))));
        assertEq(wallet.reentryError(), abi.encodeWithSignature("ReentrancyGuardReentrantCall()"));
        assertEq(address(wallet).balance, purse + PREMIUM_NATIVE);
    }

    function _expectPulled(bytes32 quoteId, address caller, address token, uint256 amount) private {
        uint256 pool = _balance(token, address(insurance));
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.OwedPaid(quoteId, caller, token, destination, amount);
        vm.prank(caller);
        insurance.pull(quoteId, destination);
        assertEq(_balance(token, destination), amount);
        assertEq(_balance(token, address(insurance)), pool - amount);
        assertEq(insurance.owed(quoteId), 0);
        assertEq(insurance.currencies()[token == NATIVE ? 0 : 1].owed, 0);
    }

    function _owedCoins() private returns (Wallet wallet, bytes32 quoteId) {
        wallet = new Wallet();
        vm.deal(address(wallet), 10 ether);
        wallet.setOnReceive(Wallet.OnReceive.Refuse);
        Quote memory quote = _quote(NATIVE);
        quote.holder = address(wallet);
        quoteId = _buy(quote);
        vm.prank(underwriter);
        insurance.refund(quote, quote.premium, Status.Rejected, FOREVER);
    }

    function _owedTokens() private returns (bytes32 quoteId) {
        Quote memory quote = _quote(address(usdc));
        quoteId = _buy(quote);
        usdc.setDenied(holder, true);
        vm.prank(underwriter);
        insurance.refund(quote, quote.premium, Status.Rejected, FOREVER);
    }
}
