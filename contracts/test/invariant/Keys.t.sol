// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGovernance, Role} from "../../src/IGovernance.sol";
import {IInsurancePayment, Quote} from "../../src/IInsurancePayment.sol";
import {Currency, IPool} from "../../src/IPool.sol";
import {BaseTest} from "../BaseTest.sol";
import {EventLedger} from "./EventLedger.sol";
import {KeyHandler} from "./KeyHandler.sol";

/// What each key can do alone, when nothing was announced beforehand and the guardian vetoes what is: in any
/// t days it pays out at most allowance × (1 + t) per currency, apart from premiums returned to the very holders who paid
/// them, and what is owed falls only to its holder.
abstract contract KeyInvariantTest is BaseTest {
    EventLedger private ledger;
    KeyHandler internal handler;
    address[3] private tokens;
    bytes32 private owedPolicy;
    uint256 private owedBefore;
    uint256[3] private claimedBefore;

    function _role() internal pure virtual returns (Role);

    /// What the key can do at once.
    function _reached() internal pure virtual returns (bytes4[] memory);

    function setUp() public override {
        super.setUp();
        ledger = new EventLedger();
        vm.recordLogs();
        insurance = _deploy(_roles(), _delays(), _currencies());
        tokens = [NATIVE, address(usdc), address(usdt)];
        uint256 signingKey = _role() == Role.Signer ? signerKey : uint256(keccak256("another signer"));
        handler = new KeyHandler(insurance, ledger, _role(), insurance.roleHolder(_role()), signingKey, tokens);
        _fund();
        _sellPolicies();
        _owe();
        ledger.read(vm.getRecordedLogs(), address(insurance));
        for (uint256 i = 0; i < 3; ++i) {
            claimedBefore[i] = ledger.claimed(tokens[i]);
        }
        bytes4[] memory selectors = new bytes4[](5);
        selectors[0] = KeyHandler.act.selector;
        selectors[1] = KeyHandler.announce.selector;
        selectors[2] = KeyHandler.executeAnnounced.selector;
        selectors[3] = KeyHandler.purchase.selector;
        selectors[4] = KeyHandler.wait.selector;
        targetContract(address(handler));
        targetSelector(FuzzSelector(address(handler), selectors));
    }

    function _fund() private {
        usdc.approve(address(insurance), FOREVER);
        usdt.approve(address(insurance), 0);
        usdt.approve(address(insurance), FOREVER);
        insurance.fund{value: 5000 ether}(NATIVE, 5000 ether);
        insurance.fund(address(usdc), 4_000_000e6);
        insurance.fund(address(usdt), 4_000_000e6);
    }

    /// In each currency one policy of an honest holder, and one of each accomplice with a small premium and much cover.
    function _sellPolicies() private {
        for (uint256 i = 0; i < 12; ++i) {
            address token = tokens[i % 3];
            Quote memory quote = _quote(token);
            quote.startDay -= 1;
            if (i >= 3) {
                quote.holder = handler.accomplices(i / 3 - 1);
                quote.premium = token == NATIVE ? 0.01 ether : 25e6;
                quote.cover = 1_000_000;
                _provide(quote.holder, 1 ether, 1000e6);
            }
            _buy(quote);
            handler.addQuote(quote);
        }
        vm.deal(address(handler), 1 ether);
        for (uint256 i = 0; i < 3; ++i) {
            vm.startPrank(handler.accomplices(i));
            usdc.approve(address(insurance), FOREVER);
            usdt.approve(address(insurance), FOREVER);
            vm.stopPrank();
        }
    }

    /// An honest holder is owed a payout.
    function _owe() private {
        Quote memory quote = _quote(address(usdc));
        quote.startDay -= 1;
        owedPolicy = _buy(quote);
        handler.addQuote(quote);
        usdc.setDenied(holder, true);
        vm.prank(claims);
        insurance.payClaim(owedPolicy, 1, block.timestamp, 1000, 1000e6, block.timestamp);
        usdc.setDenied(holder, false);
        owedBefore = insurance.owed(owedPolicy);
        assertEq(owedBefore, 1000e6);
    }

    function invariant_PaysOutAtMostTheAllowanceOfTheDaysAndOneMore() public view {
        Currency[] memory list = _currenciesBefore();
        for (uint256 i = 0; i < 3; ++i) {
            address token = tokens[i];
            assertFalse(ledger.allowanceExceeded(token));
            assertEq(ledger.largestAllowance(token), ALLOWANCE);
            assertLe(ledger.claimed(token), ledger.claimedDollars(token) * list[i].maxPerDollar);
            if (_role() != Role.Claims) assertEq(ledger.claimed(token), claimedBefore[i]);
        }
        assertEq(ledger.announcedPayoutsPaid(), 0);
    }

    /// The ledger itself refuses a refund above the premium, or to anybody but the policy's holder, who is the payer as
    /// long as no holder changes.
    function invariant_NothingElseLeavesThePoolThanPayoutsAndReturnedPremiums() public view {
        for (uint256 i = 0; i < 3; ++i) {
            address token = tokens[i];
            assertEq(ledger.withdrawn(token), 0);
            assertEq(ledger.sent(token) + ledger.owed(token), ledger.claimed(token) + ledger.refunded(token));
            assertEq(_balance(token, address(insurance)) + ledger.sent(token), ledger.received(token));
        }
        assertEq(ledger.holderChanges(), 0);
    }

    function invariant_WhatIsOwedStaysForItsHolder() public view {
        // The claims role can owe the same holder more.
        assertGe(insurance.owed(owedPolicy), owedBefore);
        assertEq(insurance.policyOf(owedPolicy).holder, holder);
    }

    /// The draws reach what the key can do: without this, a handler that is refused everything would pass too.
    function test_TheHandlerReachesWhatTheKeyCanDo() public {
        for (uint256 i = 0; i < 1200; ++i) {
            uint256 seed = uint256(keccak256(abi.encode(i)));
            handler.act(i, seed, seed >> 64);
            if (i % 3 == 0) handler.announce(i / 3, seed, seed >> 64);
            if (i % 5 == 0) handler.executeAnnounced(seed);
            if (i % 7 == 0) handler.purchase(seed, uint24(seed >> 128));
            if (i % 16 == 0) handler.wait(seed % 6 hours);
        }
        bytes4[] memory reached = _reached();
        for (uint256 i = 0; i < reached.length; ++i) {
            assertGt(handler.done(reached[i]), 0, vm.toString(reached[i]));
        }
        invariant_PaysOutAtMostTheAllowanceOfTheDaysAndOneMore();
        invariant_NothingElseLeavesThePoolThanPayoutsAndReturnedPremiums();
        invariant_WhatIsOwedStaysForItsHolder();
    }

    function _currenciesBefore() private view returns (Currency[] memory list) {
        list = new Currency[](3);
        for (uint256 i = 0; i < 3; ++i) {
            list[i].maxPerDollar = _currencies()[i].maxPerDollar;
        }
    }
}

contract AdministratorKeyTest is KeyInvariantTest {
    function _role() internal pure override returns (Role) {
        return Role.Administrator;
    }

    function _reached() internal pure override returns (bytes4[] memory list) {
        list = new bytes4[](7);
        list[0] = IGovernance.grantPauser.selector;
        list[1] = IGovernance.revokeRole.selector;
        list[2] = IGovernance.veto.selector;
        list[3] = IGovernance.unpause.selector;
        list[4] = IPool.closeCurrency.selector;
        list[5] = IPool.tightenLimits.selector;
        list[6] = IGovernance.announce.selector;
    }
}

contract GuardianKeyTest is KeyInvariantTest {
    function _role() internal pure override returns (Role) {
        return Role.Guardian;
    }

    function _reached() internal pure override returns (bytes4[] memory list) {
        list = new bytes4[](8);
        list[0] = IGovernance.revokeRole.selector;
        list[1] = IGovernance.announce.selector;
        list[2] = IGovernance.pause.selector;
        list[3] = IGovernance.haltPayouts.selector;
        list[4] = IGovernance.liftHalt.selector;
        list[5] = IPool.closeCurrency.selector;
        list[6] = IPool.tightenLimits.selector;
        list[7] = IGovernance.vetoAll.selector;
    }
}

contract ClaimsKeyTest is KeyInvariantTest {
    function _role() internal pure override returns (Role) {
        return Role.Claims;
    }

    function _reached() internal pure override returns (bytes4[] memory list) {
        list = new bytes4[](3);
        list[0] = IInsurancePayment.payClaim.selector;
        list[1] = IGovernance.announce.selector;
        list[2] = IGovernance.veto.selector;
    }

    /// The bound is not only kept but reached: one day's allowance at once, and one more a day later.
    function test_TheAllowanceIsAllThatTheKeyTakes() public {
        for (uint256 day = 0; day < 2; ++day) {
            for (uint256 i = 0; i < 40; ++i) {
                // Function 0 with an amount that is a multiple of 6: all that the allowance has left.
                handler.act(0, (i << 32) | (i << 8) | 1, 0);
            }
            vm.warp(block.timestamp + 1 days);
        }
        // 1000 dollars of the first day's USDC were the honest holder's.
        assertEq(handler.ledger().claimedDollars(NATIVE), 1_000_000);
        assertEq(handler.ledger().claimedDollars(address(usdc)), 1_000_000);
        assertEq(handler.ledger().claimedDollars(address(usdt)), 1_000_000);
        invariant_PaysOutAtMostTheAllowanceOfTheDaysAndOneMore();
    }
}

contract UnderwriterKeyTest is KeyInvariantTest {
    function _role() internal pure override returns (Role) {
        return Role.Underwriter;
    }

    function _reached() internal pure override returns (bytes4[] memory list) {
        list = new bytes4[](6);
        list[0] = IInsurancePayment.refund.selector;
        list[1] = IInsurancePayment.reject.selector;
        list[2] = IInsurancePayment.proposeHolderChange.selector;
        list[3] = IInsurancePayment.stopHolderChange.selector;
        list[4] = IGovernance.replaceSigner.selector;
        list[5] = IInsurancePayment.purchase.selector;
    }
}

contract TreasurerKeyTest is KeyInvariantTest {
    function _role() internal pure override returns (Role) {
        return Role.Treasurer;
    }

    function _reached() internal pure override returns (bytes4[] memory list) {
        list = new bytes4[](1);
        list[0] = IGovernance.announce.selector;
    }
}

contract PauserKeyTest is KeyInvariantTest {
    function _role() internal pure override returns (Role) {
        return Role.Pauser;
    }

    function _reached() internal pure override returns (bytes4[] memory list) {
        list = new bytes4[](2);
        list[0] = IGovernance.pause.selector;
        list[1] = IGovernance.haltPayouts.selector;
    }
}

contract SignerKeyTest is KeyInvariantTest {
    function _role() internal pure override returns (Role) {
        return Role.Signer;
    }

    function _reached() internal pure override returns (bytes4[] memory list) {
        list = new bytes4[](1);
        list[0] = IInsurancePayment.purchase.selector;
    }
}
