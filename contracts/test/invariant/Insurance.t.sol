// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Currency, Policy, Status} from "../../src/IInsurancePayment.sol";
import {BaseTest} from "../BaseTest.sol";
import {Handler} from "./Handler.sol";
import {Ledger} from "./Ledger.sol";

/// What holds after any sequence of calls by anybody. The ledger is built from the events alone and fails on its own
/// when one of them says what must not happen: a quote used twice, a refund after a payout, a claim beyond the cover.
contract InsuranceInvariantTest is BaseTest {
    Ledger private ledger;
    Handler private handler;

    function setUp() public override {
        super.setUp();
        insurance = _deploy(_roles(), _currencies());
        ledger = new Ledger();
        handler = new Handler(insurance, ledger, usdc, usdt, signerKey);
        // The handler mints, and refuses on behalf of the tokens.
        vm.store(address(usdc), 0, bytes32(uint256(uint160(address(handler)))));
        vm.etch(address(usdt), "");
        deployCodeTo("UsdtToken.sol:UsdtToken", abi.encode(address(handler)), address(usdt));
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
            Ledger.Entry memory entry = ledger.entryOf(quoteId);
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

    function invariant_NothingThatMustNotHappenHappened() public view {
        assertEq(handler.fault(), "");
    }

    /// The draws reach what they are made for: without this, a suite that never pays a claim would pass too.
    function test_TheHandlerReachesEveryCall() public {
        for (uint256 i = 0; i < 160; ++i) {
            uint256 seed = uint256(keccak256(abi.encode(i)));
            handler.passTime(seed % 6 hours);
            handler.purchase(seed, seed, uint16(seed), 1);
            handler.purchaseAgain(seed);
            handler.purchaseWithPermit(seed, seed, uint16(seed));
            handler.fund(seed, seed);
            handler.payClaim(seed, seed % 1 days, seed, seed);
            handler.refund(seed >> 7, seed, uint8(seed >> 3));
            handler.refuse(seed);
            handler.pull(seed, seed);
            handler.withdraw(seed, seed);
            handler.setMinimumReserve(seed, uint128(seed));
            if (i % 8 == 0) handler.changeHolder(seed, seed);
            handler.completeHolderChange(seed);
            handler.handOnRole(seed);
            handler.rotateSigner(seed);
            handler.changeAdmin(seed);
            handler.setPayoutBounds(seed, seed);
            if (i % 16 == 0) handler.addCurrency(seed);
            handler.intrude(seed, stranger, seed);
            handler.sendUninvited(seed, seed);
            if (i % 16 == 0) handler.togglePause(seed);
        }
        bytes4[10] memory selectors = [
            Handler.purchase.selector,
            Handler.purchaseWithPermit.selector,
            Handler.fund.selector,
            Handler.payClaim.selector,
            Handler.refund.selector,
            Handler.pull.selector,
            Handler.withdraw.selector,
            Handler.completeHolderChange.selector,
            Handler.intrude.selector,
            Handler.addCurrency.selector
        ];
        for (uint256 i = 0; i < selectors.length; ++i) {
            assertGt(handler.done(selectors[i]), 2, "a call hardly ever passes");
        }
        assertEq(handler.done(Handler.purchaseAgain.selector), 0, "a quote was used twice");
        invariant_BalancesCoverWhatIsOwed();
        invariant_EventsAndSurplusExplainTheBalances();
        invariant_TheRegistryIsWhatTheEventsSay();
        invariant_NothingThatMustNotHappenHappened();
    }
}
