// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGovernance} from "../../src/IGovernance.sol";
import {IInsurancePayment, Policy, Status} from "../../src/IInsurancePayment.sol";
import {Currency, IPool} from "../../src/IPool.sol";
import {BaseTest} from "../BaseTest.sol";
import {EventLedger} from "./EventLedger.sol";
import {Handler} from "./Handler.sol";

/// What holds after any sequence of calls by anybody. The ledger is built from the events alone and fails on its own
/// when one of them says what must not happen: a quote used twice, a refund after a payout, a claim beyond the cover, an
/// announced call outside its time.
contract InsuranceInvariantTest is BaseTest {
    EventLedger private ledger;
    Handler private handler;

    function setUp() public override {
        super.setUp();
        ledger = new EventLedger();
        vm.recordLogs();
        insurance = _deploy(_roles(), _delays(), _currencies());
        ledger.read(vm.getRecordedLogs(), address(insurance));
        handler = new Handler(insurance, ledger, usdc, usdt, signerKey);
        // The handler mints, and refuses on behalf of the tokens.
        vm.store(address(usdc), 0, bytes32(uint256(uint160(address(handler)))));
        vm.store(address(usdt), 0, bytes32(uint256(uint160(address(handler)))));
        targetContract(address(handler));
    }

    function invariant_BalancesCoverWhatIsOwed() public view {
        Currency[] memory list = insurance.currencies();
        for (uint256 i = 0; i < list.length; ++i) {
            assertGe(_balance(list[i].token, address(insurance)), list[i].owed);
            assertEq(list[i].owed, ledger.owed(list[i].token));
        }
    }

    function invariant_EventsAndSurplusExplainTheBalances() public view {
        Currency[] memory list = insurance.currencies();
        for (uint256 i = 0; i < list.length; ++i) {
            address token = list[i].token;
            assertEq(
                _balance(token, address(insurance)) + ledger.sent(token),
                ledger.received(token) + handler.surplus(token)
            );
        }
    }

    function invariant_TheRegistryIsWhatTheEventsSay() public view {
        for (uint256 i = 0; i < ledger.count(); ++i) {
            bytes32 quoteId = ledger.quoteIds(i);
            EventLedger.Entry memory entry = ledger.entryOf(quoteId);
            Policy memory policy = insurance.policyOf(quoteId);
            assertEq(policy.holder, entry.holder);
            assertEq(policy.token, entry.token);
            assertEq(uint8(policy.status), uint8(entry.status));
            assertEq(policy.start, entry.start);
            assertEq(policy.end, entry.end);
            assertEq(policy.cover, entry.cover);
            assertEq(policy.paidOut, entry.dollars);
            assertEq(policy.claims, entry.claims);
            assertEq(insurance.owed(quoteId), entry.owed);
            assertLe(policy.paidOut, policy.cover);
            assertTrue(policy.status != Status.None);
        }
    }

    function invariant_ClaimsThatWereNotAnnouncedStayWithinTheAllowance() public view {
        Currency[] memory list = insurance.currencies();
        for (uint256 i = 0; i < list.length; ++i) {
            assertFalse(ledger.allowanceExceeded(list[i].token));
            assertLe(list[i].allowanceLeft, list[i].allowance);
        }
    }

    function invariant_NothingThatMustNotHappenHappened() public view {
        assertEq(handler.fault(), "");
    }

    /// The draws reach what they are made for: without this, a suite that never pays a claim would pass too.
    function test_TheHandlerReachesEveryCall() public {
        for (uint256 i = 0; i < 240; ++i) {
            uint256 seed = uint256(keccak256(abi.encode(i)));
            handler.passTime(seed % 6 hours);
            handler.purchase(seed, seed, uint16(seed), 1);
            handler.purchaseAgain(seed);
            handler.purchaseWithAuthorization(seed, seed, uint16(seed));
            handler.fund(seed, seed);
            handler.payClaim(seed, seed % 1 days, seed, seed);
            if (i % 2 == 0) handler.announcePayout(seed >> 5, seed % 1 days, seed);
            if (i % 4 == 0) handler.payAnnounced(seed);
            if (i % 16 == 0) handler.halt(seed >> 3);
            handler.reject(seed >> 7);
            handler.cancel(seed >> 9, seed, seed);
            handler.consent(seed >> 11, seed, seed >> 13);
            handler.refuse(seed);
            handler.pull(seed, seed);
            handler.announce(seed, seed);
            if (i % 4 == 0) handler.execute(seed);
            if (i % 8 == 0) handler.lower(seed, seed);
            handler.changeHolder(seed % 8, seed >> 17);
            if (i % 4 == 0) handler.completeHolderChange(seed);
            handler.rotateSigner(seed);
            handler.intrude(seed, stranger, seed);
            handler.sendUninvited(seed, seed);
            handler.togglePause(seed);
            handler.vetoAll(seed >> 19);
            handler.recover(seed >> 23);
        }
        bytes4[20] memory selectors = [
            IInsurancePayment.purchase.selector,
            IInsurancePayment.purchaseWithAuthorization.selector,
            IPool.fund.selector,
            IInsurancePayment.payClaim.selector,
            IInsurancePayment.payAnnounced.selector,
            IGovernance.veto.selector,
            IInsurancePayment.reject.selector,
            IInsurancePayment.refund.selector,
            IInsurancePayment.consentToCancellation.selector,
            IInsurancePayment.pull.selector,
            IPool.withdraw.selector,
            IPool.loosenLimits.selector,
            IPool.tightenLimits.selector,
            IGovernance.vetoAll.selector,
            IGovernance.recovery.selector,
            IGovernance.grantRole.selector,
            IGovernance.haltPayouts.selector,
            IInsurancePayment.contestHolderChange.selector,
            IInsurancePayment.completeHolderChange.selector,
            Handler.intrude.selector
        ];
        for (uint256 i = 0; i < selectors.length; ++i) {
            assertGt(handler.done(selectors[i]), 1, vm.toString(abi.encodePacked(selectors[i])));
        }
        invariant_BalancesCoverWhatIsOwed();
        invariant_EventsAndSurplusExplainTheBalances();
        invariant_TheRegistryIsWhatTheEventsSay();
        invariant_ClaimsThatWereNotAnnouncedStayWithinTheAllowance();
        invariant_NothingThatMustNotHappenHappened();
    }
}
