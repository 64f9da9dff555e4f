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

    // ─── What a stop reaches, and what it doesn't ────────────────────────────────────────────────────────────────────

    function test_RevertWhen_IntakeIsPausedForAnAuthorization() public {
        Quote memory quote = _quote(address(usdc));
        (bytes memory signature, bytes memory authorization) = (_sign(quote), _authorize(quote));
        vm.prank(pauser);
        insurance.pause();
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.IntakePaused.selector));
        vm.prank(stranger);
        insurance.purchaseWithAuthorization(quote, signature, authorization);
    }

    function test_RevertWhen_TheCurrencyIsClosedForAnAuthorization() public {
        Quote memory quote = _quote(address(usdc));
        (bytes memory signature, bytes memory authorization) = (_sign(quote), _authorize(quote));
        vm.prank(guardian);
        insurance.closeCurrency(address(usdc));
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.TokenNotAccepted.selector, address(usdc)));
        vm.prank(stranger);
        insurance.purchaseWithAuthorization(quote, signature, authorization);
    }

    function test_WhenEverythingIsStoppedAWithdrawalIsMade() public {
        bytes memory withdrawal = abi.encodeCall(insurance.withdraw, (NATIVE, stranger, 5 ether));
        for (uint256 i = 0; i < 2; ++i) {
            uint256 snapshot = vm.snapshotState();
            _await(treasurer, withdrawal);
            _stop(i == 0);
            _execute(treasurer, withdrawal);
            assertEq(stranger.balance, 5 ether);
            vm.revertToState(snapshot);
            vm.warp(NOW);
        }
    }

    function test_WhenIntakeIsPausedAnAnnouncedPayoutIsMade() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        bytes memory payout = _payout(quoteId, 1, START, 1000);
        _await(claims, payout);
        _stop(true);
        _payAnnounced(payout, 0.5 ether);
        assertEq(insurance.policyOf(quoteId).paidOut, 1000);
    }

    function test_WhenEverythingIsStoppedAHolderIsChanged() public {
        bytes32 quoteId = _buy(_quote(NATIVE));
        for (uint256 i = 0; i < 2; ++i) {
            uint256 snapshot = vm.snapshotState();
            _stop(i == 0);
            _changeHolder(quoteId, newHolder);
            assertEq(insurance.policyOf(quoteId).holder, newHolder);
            vm.revertToState(snapshot);
            vm.warp(NOW);
        }
    }

    function test_WhenIntakeIsOpenedAHaltContinues() public {
        _stop(true);
        _stop(false);
        vm.prank(administrator);
        insurance.unpause();
        assertEq(insurance.haltedUntil(), NOW + 3 days);
    }

    function test_WhenThePauserIsRevokedItsHaltContinues() public {
        _stop(false);
        vm.prank(guardian);
        insurance.revokeRole(Role.Pauser);
        assertEq(insurance.haltedUntil(), NOW + 3 days);
    }

    // ─── Consent ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_WhenASignedConsentIsUsedARecordedOneIsGone() public {
        Quote memory quote = _quote(NATIVE);
        bytes32 quoteId = _buy(quote);
        vm.prank(holder);
        insurance.consentToCancellation(quoteId, 2, NOW + 1 days);
        _cancel(quote, 1);
        (bytes32 digest,) = insurance.consentOf(quoteId);
        assertEq(digest, 0);
    }

    function test_WhenThePolicyIsContestedAConsentIsRevoked() public {
        Quote memory quote = _quote(NATIVE);
        bytes32 quoteId = _buy(quote);
        vm.prank(holder);
        insurance.consentToCancellation(quoteId, 1, NOW + 15 days);
        _contest(quoteId, newHolder);
        _expectRevoked(quoteId, NOW + 15 days);
        (bytes32 digest,) = insurance.consentOf(quoteId);
        assertEq(digest, 0);
    }

    /// Signed today for a year from now: it could be used in the last 15 days.
    function test_WhenAConsentIsRevokedFarAheadItStaysRevoked() public {
        Quote memory quote = _quote(NATIVE);
        bytes32 quoteId = _buy(quote);
        bytes memory signature = _consent(holderKey, quoteId, 1, NOW + 300 days);
        _expectRevoked(quoteId, NOW + 300 days);
        vm.warp(NOW + 290 days);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NoConsent.selector, quoteId));
        vm.prank(underwriter);
        insurance.refund(quote, 1, NOW + 300 days, signature);
    }

    function test_WhenThePolicyHasEndedAConsentIsRevoked() public {
        (Quote memory rejected, Quote memory canceled) = (_quote(NATIVE), _quote(NATIVE));
        (bytes32 first, bytes32 second) = (_buy(rejected), _buy(canceled));
        _reject(rejected);
        _cancel(canceled, 1);
        _expectRevoked(first, NOW + 1 days);
        _expectRevoked(second, NOW + 1 days);
    }

    // ─── Holders ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_TwoAdministratorsInARowConfirmAContestedChange() public {
        bytes32 quoteId = _buy(_quote(NATIVE));
        vm.prank(underwriter);
        insurance.proposeHolderChange(quoteId, newHolder);
        vm.prank(holder);
        insurance.contestHolderChange(quoteId);
        vm.prank(administrator);
        insurance.confirmHolderChange(quoteId, newHolder);
        _grant(Role.Administrator, stranger);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.AlreadyConfirmed.selector, quoteId));
        vm.prank(stranger);
        insurance.confirmHolderChange(quoteId, newHolder);
        assertEq(insurance.holderChangeOf(quoteId).effectiveAt, 0);
    }

    function test_RevertWhen_AnEndedPolicyHasAnotherHolderThanAPayoutNames() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(NATIVE);
        _reject(quote);
        bytes memory payout = _payout(quoteId, 1, START, 1000);
        _announce(claims, payout);
        _changeHolder(quoteId, newHolder);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.AnnouncedForAnother.selector, newHolder, holder));
        _payAnnounced(payout, 0.5 ether);
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

    /// Pauses intake, or halts payouts.
    function _stop(bool intake) private {
        vm.prank(pauser);
        if (intake) insurance.pause();
        else insurance.haltPayouts();
    }

    function _expectRevoked(bytes32 quoteId, uint256 validUntil) private {
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.ConsentRevoked(quoteId, holder, validUntil);
        vm.prank(holder);
        insurance.revokeConsent(quoteId, validUntil);
        (, uint256 voidUntil) = insurance.consentOf(quoteId);
        assertEq(voidUntil, validUntil);
    }

    function _pay(bytes32 quoteId, uint256 number, uint256 dollars) private {
        vm.prank(claims);
        insurance.payClaim(quoteId, number, START, dollars, dollars * 5e14, FOREVER);
    }
}
