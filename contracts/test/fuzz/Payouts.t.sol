// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

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
        claim.before = bound(claim.before, 1, 500_000);
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, START, claim.before, claim.before * 1e6, FOREVER);

        claim.time = bound(claim.time, block.timestamp, END + 400 days);
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

    /// A refund goes through exactly when the rules say so, and then moves exactly what it says.
    function testFuzz_RefundsWhatTheRulesAllow(
        uint256 amount,
        uint8 outcome,
        uint256 time,
        uint256 validUntil,
        bool paid
    ) public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(NATIVE);
        if (paid) {
            vm.prank(claims);
            insurance.payClaim(quoteId, 1, START, 1, 5e14, FOREVER);
        }
        time = bound(time, block.timestamp, END + 10 days);
        vm.warp(time);
        amount = amount % 3 == 0 ? quote.premium : bound(amount, 0, quote.premium * 2);
        validUntil = validUntil % 4 == 0 ? validUntil : time + validUntil % 10;
        Status status = Status(outcome % 4);

        bool allowed = !paid && validUntil >= time
            && ((status == Status.Rejected && amount == quote.premium)
                || (status == Status.Cancelled && amount <= quote.premium && time < END));
        uint256 purse = holder.balance;
        if (!allowed) vm.expectRevert();
        vm.prank(underwriter);
        insurance.refund(quote, amount, status, validUntil);

        assertEq(uint8(_statusOf(quoteId)), uint8(allowed ? status : Status.Active));
        assertEq(holder.balance, purse + (allowed ? amount : 0));
        assertEq(insurance.policyOf(quoteId).end, allowed && time < END ? time : END);
    }

    function testFuzz_IsInForceFromStartToEnd(uint256 time, uint256 end, bool cancelled) public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(NATIVE);
        end = bound(end, block.timestamp, END - 1);
        if (cancelled) {
            vm.warp(end);
            vm.prank(underwriter);
            insurance.refund(quote, 0, Status.Cancelled, FOREVER);
        } else {
            end = END;
        }
        time = time % 2 == 0 ? time : bound(time, START - 10, END + 10);
        assertEq(insurance.isInForce(quoteId, time), time >= START && time < end);
    }

    function testFuzz_WithdrawsWhatIsFree(uint256 amount, uint128 reserve, uint256 owed) public {
        owed = bound(owed, 0, 100_000e6);
        if (owed > 0) {
            Quote memory quote = _quote(address(usdt));
            quote.premium = owed;
            _buy(quote);
            usdt.setDenied(holder, true);
            vm.prank(underwriter);
            insurance.refund(quote, owed, Status.Rejected, FOREVER);
        }
        reserve = uint128(bound(reserve, 0, 2_000_000e6));
        vm.prank(admin);
        insurance.setMinimumReserve(address(usdt), reserve);
        uint256 free = reserve >= 1_000_000e6 ? 0 : 1_000_000e6 - reserve;
        assertEq(insurance.freeCapital(address(usdt)), free);
        amount = bound(amount, 0, 2_000_000e6);
        bool allowed = amount > 0 && amount <= free;
        if (!allowed) vm.expectRevert();
        vm.prank(treasurer);
        insurance.withdraw(address(usdt), stranger, amount);
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

    function testFuzz_ChangesTheHolderAfterTwoDays(uint256 wait, address next) public {
        vm.assume(next != address(0));
        bytes32 quoteId = _buy(_quote(NATIVE));
        wait = bound(wait, 0, 4 days);
        vm.prank(underwriter);
        insurance.proposeHolderChange(quoteId, next);
        vm.prank(admin);
        insurance.confirmHolderChange(quoteId, next);
        vm.warp(NOW + wait);
        if (wait < 2 days) vm.expectRevert();
        insurance.completeHolderChange(quoteId);
        assertEq(insurance.policyOf(quoteId).holder, wait < 2 days ? holder : next);
    }

    function testFuzz_LowersTheReserveAfterTwoDays(uint128 from, uint128 to, uint256 wait) public {
        wait = bound(wait, 0, 4 days);
        from = uint128(bound(from, 10 ether, type(uint128).max));
        vm.startPrank(admin);
        insurance.setMinimumReserve(NATIVE, from);
        insurance.setMinimumReserve(NATIVE, to);
        vm.warp(NOW + wait);
        (uint256 amount,,) = insurance.minimumReserve(NATIVE);
        assertEq(amount, to >= from || wait >= 2 days ? to : from);
    }

    function testFuzz_OnlyTheirRolesMoveMoney(address caller) public {
        vm.assume(caller != claims && caller != underwriter && caller != treasurer && caller != admin);
        (bytes32 quoteId, Quote memory quote) = _buyInForce(NATIVE);
        vm.startPrank(caller);
        vm.expectRevert();
        insurance.payClaim(quoteId, 1, START, 1, 5e14, FOREVER);
        vm.expectRevert();
        insurance.refund(quote, quote.premium, Status.Rejected, FOREVER);
        vm.expectRevert();
        insurance.withdraw(NATIVE, caller, 1);
        vm.expectRevert();
        insurance.setMinimumReserve(NATIVE, 0);
        vm.expectRevert();
        insurance.proposeHolderChange(quoteId, caller);
        vm.expectRevert();
        insurance.pull(quoteId, caller);
    }
}
