// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Role} from "../../src/IGovernance.sol";
import {Policy, Quote, Status} from "../../src/IInsurancePayment.sol";
import {BaseTest} from "../BaseTest.sol";

contract PayoutsFuzzTest is BaseTest {
    uint256 private constant START = (TODAY + 1) * 1 days;
    uint256 private constant END = (TODAY + 367) * 1 days;

    struct Claim {
        uint256 number;
        uint256 incidentAt;
        uint256 dollars;
        uint256 amount;
        uint256 validUntil;
        uint256 time;
        uint256 before;
    }

    /// A payout goes through exactly when the rules say so, and then moves exactly what it says.
    function testFuzz_PaysWhatTheRulesAllow(Claim memory claim) public {
        (bytes32 quoteId,) = _buyInForce(address(usdc));
        claim.before = bound(claim.before, 1, 499_999);
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, START, claim.before, claim.before * 1e6, FOREVER);

        // A second after, what is left of the day's allowance is what is left of the cover, and some dollars more.
        claim.time = bound(claim.time, block.timestamp + 1, END + 400 days);
        vm.warp(claim.time);
        claim.number = claim.number % 8 == 0 ? claim.number : 2;
        claim.incidentAt = claim.incidentAt % 8 == 0 ? claim.incidentAt : bound(claim.incidentAt, START - 10, END + 10);
        claim.dollars = claim.dollars % 8 == 0 ? claim.dollars : bound(claim.dollars, 0, 500_000 - claim.before + 1);
        claim.validUntil = claim.validUntil % 2 == 0 ? claim.validUntil : claim.time + claim.validUntil % 10;
        uint256 dollars = claim.dollars > 2_000_000 ? 0 : claim.dollars;
        claim.amount = bound(claim.amount, dollars * 0.89e6, dollars * 1.12e6);

        bool allowed = claim.number == 2 && claim.incidentAt >= START && claim.incidentAt < END
            && claim.incidentAt <= claim.time && claim.dollars > 0 && claim.dollars <= 500_000 - claim.before
            && claim.amount >= dollars * 0.9e6 && claim.amount <= dollars * 1.11e6 && claim.validUntil >= claim.time;
        uint256 purse = usdc.balanceOf(holder);
        if (!allowed) vm.expectRevert();
        vm.prank(claims);
        insurance.payClaim(quoteId, claim.number, claim.incidentAt, claim.dollars, claim.amount, claim.validUntil);

        Policy memory policy = insurance.policyOf(quoteId);
        assertEq(policy.claims, allowed ? 2 : 1);
        assertEq(policy.paidOut, claim.before + (allowed ? claim.dollars : 0));
        assertEq(usdc.balanceOf(holder), purse + (allowed ? claim.amount : 0));
    }

    /// An announced payout goes through exactly when the rules say so, and then moves exactly what it says.
    function testFuzz_PaysWhatWasAnnounced(
        uint256 dollars,
        uint256 amount,
        uint256 wait,
        uint256 validUntil,
        bool vetoed
    ) public {
        (bytes32 quoteId,) = _buyInForce(address(usdc));
        uint256 time = block.timestamp;
        dollars = bound(dollars, 1, 500_000);
        bytes memory payout = _payout(quoteId, 1, START, dollars);
        _announce(claims, payout);
        if (vetoed) {
            vm.prank(guardian);
            insurance.veto(payout);
        }
        wait = wait % 2 == 0 ? bound(wait, 0, 12 days) : bound(wait, 2 days - 2, 2 days + 2);
        vm.warp(time + wait);
        validUntil = validUntil % 4 == 0 ? validUntil : time + wait + validUntil % 10;
        amount = bound(amount, dollars * 0.89e6, dollars * 1.12e6);
        bool allowed = !vetoed && wait >= 2 days && wait <= 9 days && validUntil >= time + wait
            && amount >= dollars * 0.9e6 && amount <= dollars * 1.11e6;
        uint256 purse = usdc.balanceOf(holder);
        if (!allowed) vm.expectRevert();
        _execute(claims, bytes.concat(payout, abi.encode(amount, validUntil)));
        assertEq(usdc.balanceOf(holder), purse + (allowed ? amount : 0));
        assertEq(insurance.policyOf(quoteId).paidOut, allowed ? dollars : 0);
        assertEq(insurance.policyOf(quoteId).claims, allowed ? 1 : 0);
    }

    struct Cancellation {
        uint256 signed;
        uint256 amount;
        uint256 time;
        uint256 validUntil;
        uint256 voidUntil;
        bool paid;
        bool recorded;
    }

    /// A refund goes through exactly when the rules say so, and then moves exactly what it says.
    function testFuzz_RefundsWhatTheHolderConsentedTo(Cancellation memory c) public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(NATIVE);
        if (c.paid) {
            vm.prank(claims);
            insurance.payClaim(quoteId, 1, START, 1, 5e14, FOREVER);
        }
        c.time = bound(c.time, block.timestamp, END + 10 days);
        vm.warp(c.time);
        c.signed = c.signed % 3 == 0 ? quote.premium : bound(c.signed, 0, quote.premium * 2);
        c.amount = c.amount % 4 == 0 ? bound(c.amount, 0, quote.premium) : c.signed;
        c.validUntil = c.validUntil % 4 == 0 ? c.validUntil : bound(c.validUntil, c.time - 1 days, c.time + 16 days);
        c.voidUntil = c.voidUntil % 2 == 0 ? 0 : bound(c.voidUntil, c.time - 1 days, c.time + 16 days);
        bool consentable = c.validUntil >= c.time && c.validUntil <= c.time + 15 days;
        bytes memory signature;
        vm.prank(holder);
        insurance.revokeConsent(quoteId, c.voidUntil);
        if (c.recorded && consentable) {
            vm.prank(holder);
            insurance.consentToCancellation(quoteId, c.signed, c.validUntil);
        } else {
            signature = _consent(holderKey, quoteId, c.signed, c.validUntil);
        }

        bool allowed = !c.paid && c.amount == c.signed && c.amount <= quote.premium && consentable
            && (c.recorded || c.validUntil > c.voidUntil);
        uint256 purse = holder.balance;
        if (!allowed) vm.expectRevert();
        vm.prank(underwriter);
        insurance.refund(quote, c.amount, c.validUntil, signature);

        assertEq(uint8(_statusOf(quoteId)), uint8(allowed ? Status.Cancelled : Status.Active));
        assertEq(holder.balance, purse + (allowed ? c.amount : 0));
        uint256 end = END;
        if (allowed && c.time < END) end = c.time;
        if (allowed && c.amount == quote.premium) end = START;
        assertEq(insurance.policyOf(quoteId).end, end);
    }

    /// A rejection goes through until 30 days after the start of cover, and leaves the days until then covered.
    function testFuzz_RejectsUntilThirtyDaysOfCover(uint256 time, uint16 days_, uint256 validUntil) public {
        Quote memory quote = _quote(NATIVE);
        quote.endDay = quote.startDay + days_ % 60;
        bytes32 quoteId = _buy(quote);
        uint256 termEnd = (uint256(quote.endDay) + 1) * 1 days;
        time = bound(time, NOW, START + 35 days);
        vm.warp(time);
        validUntil = validUntil % 4 == 0 ? validUntil : time + validUntil % 10;
        bool allowed = time < START + 30 days && validUntil >= time;
        uint256 purse = holder.balance;
        if (!allowed) vm.expectRevert();
        vm.prank(underwriter);
        insurance.reject(quote, validUntil);
        assertEq(holder.balance, purse + (allowed ? quote.premium : 0));
        uint256 end = time < START ? START : time;
        assertEq(insurance.policyOf(quoteId).end, allowed && end < termEnd ? end : termEnd);
    }

    function testFuzz_IsInForceFromStartToEnd(uint256 time, uint256 end, bool canceled) public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(NATIVE);
        end = bound(end, block.timestamp, END - 1);
        if (canceled) {
            vm.warp(end);
            _cancel(quote, 0);
        } else {
            end = END;
        }
        time = time % 2 == 0 ? time : bound(time, START - 10, END + 10);
        assertEq(insurance.isInForce(quoteId, time), time >= START && time < end);
    }

    function testFuzz_WithdrawsWhatIsFree(uint256 amount, uint112 reserve, uint256 owed) public {
        owed = bound(owed, 0, 100_000e6);
        if (owed > 0) {
            Quote memory quote = _quote(address(usdt));
            quote.premium = owed;
            _buy(quote);
            usdt.setDenied(holder, true);
            _reject(quote);
        }
        reserve = uint112(bound(reserve, 1, 2_000_000e6));
        vm.prank(guardian);
        insurance.tightenLimits(_withReserve(address(usdt), reserve));
        uint256 free = reserve >= 1_000_000e6 ? 0 : 1_000_000e6 - reserve;
        assertEq(insurance.freeCapital(address(usdt)), free);
        amount = bound(amount, 0, 2_000_000e6);
        bool allowed = amount > 0 && amount <= free;
        bytes memory withdrawal = abi.encodeCall(insurance.withdraw, (address(usdt), stranger, amount));
        _await(treasurer, withdrawal);
        if (!allowed) vm.expectRevert();
        _execute(treasurer, withdrawal);
        assertEq(usdt.balanceOf(stranger), allowed ? amount : 0);
        assertEq(usdt.balanceOf(address(insurance)), 1_000_000e6 + owed - (allowed ? amount : 0));
    }

    function testFuzz_FundsTheExactAmount(uint256 amount, uint256 value, uint8 currency) public {
        address token = [NATIVE, address(usdc), address(usdt)][currency % 3];
        amount = bound(amount, 0, 1_000_000e6);
        value = value % 2 == 0 ? (token == NATIVE ? amount : 0) : bound(value, 0, 1 ether);
        bool allowed = amount > 0 && value == (token == NATIVE ? amount : 0);
        uint256 pool = _balance(token, address(insurance));
        if (!allowed) vm.expectRevert();
        insurance.fund{value: value}(token, amount);
        assertEq(_balance(token, address(insurance)), pool + (allowed ? amount : 0));
    }

    function testFuzz_ChangesTheHolderFromTwoToNineDays(uint256 confirmed, uint256 wait, address next) public {
        vm.assume(next != address(0) && next != address(insurance) && next != holder);
        bytes32 quoteId = _buy(_quote(NATIVE));
        vm.prank(underwriter);
        insurance.proposeHolderChange(quoteId, next);
        confirmed = bound(confirmed, 0, 30 days);
        vm.warp(NOW + confirmed);
        vm.prank(administrator);
        insurance.confirmHolderChange(quoteId, next);
        wait = wait % 2 == 0 ? bound(wait, 0, 12 days) : bound(wait, 9 days - 2, 9 days + 2);
        vm.warp(NOW + confirmed + wait);
        bool allowed = wait >= 2 days && wait <= 9 days;
        if (!allowed) vm.expectRevert();
        insurance.completeHolderChange(quoteId);
        assertEq(insurance.policyOf(quoteId).holder, allowed ? next : holder);
    }

    /// An announced call goes through from its first to its last second, whatever bytes follow it, and once.
    function testFuzz_ExecutesAnAnnouncedCallInItsTime(uint256 wait, bytes calldata trailing, bool guardianToo) public {
        bytes memory data = guardianToo
            ? abi.encodeCall(insurance.grantRole, (Role.Guardian, stranger))
            : abi.encodeCall(insurance.grantRole, (Role.Claims, stranger));
        _announce(administrator, data);
        data = bytes.concat(data, trailing);
        uint256 delay = guardianToo ? 7 days : 2 days;
        wait = wait % 2 == 0 ? bound(wait, 0, 12 days) : bound(wait, delay - 2, delay + 2);
        vm.warp(NOW + wait);
        bool allowed = wait >= delay && wait <= 9 days;
        if (!allowed) vm.expectRevert();
        _execute(administrator, data);
        if (!allowed) return;
        assertEq(insurance.roleHolder(guardianToo ? Role.Guardian : Role.Claims), stranger);
        vm.expectRevert();
        _execute(administrator, data);
    }

    function testFuzz_OnlyTheirRolesMoveMoney(address caller) public {
        for (uint8 role = 0; role < 7; ++role) {
            vm.assume(caller != insurance.roleHolder(Role(role)));
        }
        vm.assume(caller != holder);
        (bytes32 quoteId, Quote memory quote) = _buyInForce(NATIVE);
        bytes memory signature = _consent(holderKey, quoteId, 1, block.timestamp);
        vm.startPrank(caller);
        vm.expectRevert();
        insurance.payClaim(quoteId, 1, START, 1, 5e14, FOREVER);
        vm.expectRevert();
        insurance.payAnnounced(quoteId, holder, 1, START, 1, 5e14, FOREVER);
        vm.expectRevert();
        insurance.reject(quote, FOREVER);
        vm.expectRevert();
        insurance.refund(quote, 1, block.timestamp, signature);
        vm.expectRevert();
        insurance.withdraw(NATIVE, caller, 1);
        vm.expectRevert();
        insurance.announce(abi.encodeCall(insurance.withdraw, (NATIVE, caller, 1)));
        vm.expectRevert();
        insurance.proposeHolderChange(quoteId, caller);
        vm.expectRevert();
        insurance.consentToCancellation(quoteId, 1, block.timestamp);
        vm.expectRevert();
        insurance.pull(quoteId, caller);
    }
}
