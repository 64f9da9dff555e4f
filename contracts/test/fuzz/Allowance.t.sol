// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Quote} from "../../src/IInsurancePayment.sol";
import {BaseTest} from "../BaseTest.sol";

/// The daily allowance against models that share nothing with it: the sum over windows of time, and a bucket that leaks
/// in exact fractions.
contract AllowanceFuzzTest is BaseTest {
    uint256 private constant PAYMENTS = 24;
    /// Smallest common unit of the model: a dollar is 86 400 of them, so that a second's leak is a whole number.
    uint256 private constant UNIT = 86_400;

    struct Step {
        uint32 wait;
        uint32 dollars;
        uint32 change;
    }

    bytes32 private _policy;
    uint256 private _claims;
    uint256 private _level;

    /// In any t days, claims pay at most allowance × (1 + t), whatever they try and when.
    function testFuzz_NeverPaysMoreThanTheAllowanceOfAnyDays(uint32 allowance, Step[PAYMENTS] memory steps) public {
        allowance = _start(allowance);
        uint256[PAYMENTS] memory times;
        uint256[PAYMENTS] memory paid;
        for (uint256 i = 0; i < PAYMENTS; ++i) {
            vm.warp(block.timestamp + (steps[i].wait % 4 == 0 ? steps[i].wait % 300 : steps[i].wait % 2 days));
            times[i] = block.timestamp;
            uint256 left = insurance.currencies()[1].allowanceLeft;
            // A greedy key takes all that is left; others take some of it or try too much.
            uint256 dollars = steps[i].dollars % 2 == 0 ? left : steps[i].dollars % (left + 3);
            if (dollars > 0 && _tryPay(dollars)) paid[i] = dollars;
        }
        for (uint256 i = 0; i < PAYMENTS; ++i) {
            uint256 sum;
            for (uint256 j = i; j < PAYMENTS; ++j) {
                sum += paid[j];
                assertLe(sum * 1 days, allowance * (1 days + times[j] - times[i]), "more than allowance x (1 + t)");
            }
        }
    }

    /// What is left is what an exact bucket leaves, to the dollar, also when the allowance is changed in between.
    function testFuzz_LeavesWhatAnExactBucketLeaves(uint32 allowance, Step[PAYMENTS] memory steps) public {
        allowance = _start(allowance);
        for (uint256 i = 0; i < PAYMENTS; ++i) {
            uint256 wait = steps[i].wait % 3 == 0 ? steps[i].wait % 100 : steps[i].wait % 2 days;
            vm.warp(block.timestamp + wait);
            uint256 leaked = uint256(allowance) * wait;
            _level = leaked > _level ? 0 : _level - leaked;
            if (steps[i].change % 4 == 0) allowance = _change(allowance, steps[i].change / 4);
            uint256 size = uint256(allowance) * UNIT;
            uint256 left = _level > size ? 0 : (size - _level) / UNIT;
            assertEq(insurance.currencies()[1].allowanceLeft, left);
            uint256 dollars = steps[i].dollars % 2 == 0 ? left + steps[i].dollars % 2 : steps[i].dollars % (left + 2);
            if (dollars == 0) continue;
            bool paid = _tryPay(dollars);
            assertEq(paid, dollars <= left, "pays what is left and no more");
            if (paid) _level += dollars * UNIT;
        }
    }

    function _start(uint32 allowance) private returns (uint32) {
        allowance = uint32(bound(allowance, 1, 40_000));
        usdc.mint(address(insurance), 100_000_000e6);
        vm.prank(guardian);
        insurance.tightenLimits(_withAllowance(address(usdc), allowance));
        _nextPolicy();
        return allowance;
    }

    function _change(uint32 from, uint32 seed) private returns (uint32 to) {
        to = uint32(bound(seed, 1, 40_000));
        if (to == from) return to;
        if (to > from) {
            // It leaks at the former rate while the announcement waits, which comes after any tightening.
            uint256 time = block.timestamp;
            vm.warp(time + 1);
            bytes memory loosening = abi.encodeCall(insurance.loosenLimits, (_withAllowance(address(usdc), to)));
            _await(administrator, loosening);
            _execute(administrator, loosening);
            uint256 leaked = uint256(from) * (block.timestamp - time);
            _level = leaked > _level ? 0 : _level - leaked;
        } else {
            vm.prank(administrator);
            insurance.tightenLimits(_withAllowance(address(usdc), to));
            if (_level > uint256(to) * UNIT) _level = uint256(to) * UNIT;
        }
    }

    function _tryPay(uint256 dollars) private returns (bool success) {
        if (insurance.policyOf(_policy).paidOut + dollars > 1_000_000) _nextPolicy();
        uint256 purse = usdc.balanceOf(holder);
        bytes memory payout = abi.encodeCall(
            insurance.payClaim, (_policy, _claims + 1, block.timestamp, dollars, dollars * 1e6, FOREVER)
        );
        vm.prank(claims);
        (success,) = address(insurance).call(payout);
        assertEq(usdc.balanceOf(holder), purse + (success ? dollars * 1e6 : 0));
        if (success) ++_claims;
    }

    function _nextPolicy() private {
        Quote memory quote = _quote(address(usdc));
        quote.cover = 1_048_575;
        quote.startDay = uint16(block.timestamp / 1 days);
        quote.endDay = quote.startDay + 366;
        quote.validUntil = type(uint40).max;
        _policy = _buy(quote);
        _claims = 0;
    }
}
