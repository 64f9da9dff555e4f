// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Role} from "../../src/IGovernance.sol";
import {IInsurancePayment, Quote, Status} from "../../src/IInsurancePayment.sol";
import {Currency, IPool} from "../../src/IPool.sol";
import {PoolTooSmall} from "../../src/Ledger.sol";
import {BaseTest} from "../BaseTest.sol";
import {Wallet} from "../mocks/Wallet.sol";

/// What a call leaves as it was: each a fault that an outside audit put into the contract and no test noticed.
contract UntouchedTest is BaseTest {
    uint256 private constant START = (TODAY + 1) * 1 days;
    address private newHolder = makeAddr("new holder");
    uint256[8] private _written;

    function test_WhenTheHolderWasChangedARefundNamesThePresentOne() public {
        Quote memory quote = _quote(NATIVE);
        bytes32 quoteId = _buy(quote);
        _changeHolder(quoteId, newHolder);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.PremiumRefunded(
            quoteId, newHolder, NATIVE, PREMIUM_NATIVE, PREMIUM_NATIVE, Status.Rejected, uint64(block.timestamp), 0
        );
        _reject(quote);
        assertEq(newHolder.balance, PREMIUM_NATIVE);
    }

    function test_WhenIntakeIsPausedANewAdministratorLeavesItPaused() public {
        vm.prank(pauser);
        insurance.pause();
        _grant(Role.Administrator, stranger);
        assertTrue(insurance.paused());
    }

    function test_WhenACurrencyIsAddedClosedOnesStayClosed() public {
        vm.startPrank(guardian);
        insurance.closeCurrency(NATIVE);
        insurance.closeCurrency(address(usdc));
        vm.stopPrank();
        _listOddToken();
        Currency[] memory list = insurance.currencies();
        bool[4] memory accepted = [false, false, true, true];
        for (uint256 i = 0; i < 4; ++i) {
            assertEq(list[i].accepted, accepted[i]);
        }
    }

    function test_WhenAPolicyIsRejectedOrCanceledItsStatusKeepsItsNumber() public {
        (Quote memory rejected, Quote memory canceled) = (_quote(NATIVE), _quote(NATIVE));
        (bytes32 first, bytes32 second) = (_buy(rejected), _buy(canceled));
        assertEq(uint8(_statusOf(bytes32("unknown"))), 0);
        assertEq(uint8(_statusOf(first)), 1);
        _reject(rejected);
        _cancel(canceled, PREMIUM_NATIVE);
        assertEq(uint8(_statusOf(first)), 2);
        assertEq(uint8(_statusOf(second)), 3);
    }

    function test_WhenTheHolderCompletesTheChange() public {
        bytes32 quoteId = _buy(_quote(NATIVE));
        vm.prank(underwriter);
        insurance.proposeHolderChange(quoteId, newHolder);
        vm.prank(administrator);
        insurance.confirmHolderChange(quoteId, newHolder);
        vm.warp(block.timestamp + 2 days);
        vm.prank(holder);
        insurance.completeHolderChange(quoteId);
        assertEq(insurance.policyOf(quoteId).holder, newHolder);
    }

    function test_WhenAContestedPolicyIsPaidTwiceBothPayoutsAreOwed() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        _contest(quoteId, newHolder);
        uint256 purse = holder.balance;
        _pay(quoteId, 1, 1000);
        _pay(quoteId, 2, 700);
        assertEq(insurance.owed(quoteId), 0.85 ether);
        assertEq(holder.balance, purse);
    }

    function test_WhenTheCurrencyIsClosedAPolicyIsRefunded() public {
        address[2] memory tokens = [NATIVE, address(usdc)];
        for (uint256 i = 0; i < 2; ++i) {
            Quote memory quote = _quote(tokens[i]);
            _buy(quote);
            vm.prank(administrator);
            insurance.closeCurrency(tokens[i]);
            uint256 purse = _balance(tokens[i], holder);
            _reject(quote);
            assertEq(_balance(tokens[i], holder), purse + quote.premium);
        }
    }

    function test_WhenAChangeOfHolderIsStoppedTheConsentStays() public {
        Quote memory quote = _quote(NATIVE);
        bytes32 quoteId = _buy(quote);
        vm.prank(holder);
        insurance.consentToCancellation(quoteId, 0.2 ether, NOW + 1 days);
        vm.prank(underwriter);
        insurance.proposeHolderChange(quoteId, newHolder);
        vm.prank(administrator);
        insurance.stopHolderChange(quoteId);
        vm.prank(underwriter);
        insurance.refund(quote, 0.2 ether, NOW + 1 days, "");
        assertEq(uint8(_statusOf(quoteId)), uint8(Status.Cancelled));
    }

    function test_WhenTheDestinationNeedsMoreGasThanAPayoutBringsAPullReachesIt() public {
        Wallet wallet = new Wallet();
        vm.deal(address(wallet), 10 ether);
        Quote memory quote = _quote(NATIVE);
        quote.holder = address(wallet);
        bytes32 quoteId = _buy(quote);
        wallet.setOnReceive(Wallet.OnReceive.Refuse);
        _reject(quote);
        wallet.setReentry(address(this), abi.encodeCall(this.write, ()));
        vm.prank(address(wallet));
        insurance.pull(quoteId, address(wallet));
        assertEq(_written[7], 8);
    }

    function test_RevertWhen_AContestedPayoutIsMoreThanThePool() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        _contest(quoteId, newHolder);
        vm.deal(address(insurance), 0.4 ether);
        vm.expectRevert(abi.encodeWithSelector(PoolTooSmall.selector, NATIVE, 0.4 ether, 0.5 ether));
        _pay(quoteId, 1, 1000);
    }

    /// Takes about 180,000 gas.
    function write() external {
        for (uint256 i = 0; i < 8; ++i) {
            _written[i] = i + 1;
        }
    }

    function _pay(bytes32 quoteId, uint256 number, uint256 dollars) private {
        vm.prank(claims);
        insurance.payClaim(quoteId, number, START, dollars, dollars * 5e14, FOREVER);
    }
}
