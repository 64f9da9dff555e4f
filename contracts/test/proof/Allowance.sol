// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Bucket} from "../../src/Bucket.sol";
import {IGovernance} from "../../src/IGovernance.sol";
import {IInsurancePayment} from "../../src/IInsurancePayment.sol";
import {IPool} from "../../src/IPool.sol";
import {AT_ONCE, Powers} from "../../src/Powers.sol";

// (b) In any t days, any key alone and with nothing announced beforehand pays out at most the first allowance × (1 + t).
// Dollars are counted times the seconds of a day. `leaked` is what has leaked since the beginning, at most allowance × t;
// a step below bounds it. What holds before and after each step:
//     paid + allowance - used <= first + leaked, and used <= allowance, and allowance <= first
// from which paid <= first + leaked follows.

contract WaitingKeepsTheAllowance {
    function step(uint256 first, uint256 allowance, uint256 used, uint256 leaked, uint256 paid, uint256 leak)
        external
        pure
    {
        require(first < 2 ** 32 && allowance <= first && leaked < 2 ** 96 && paid < 2 ** 96 && leak < 2 ** 96);
        require(used <= allowance * 1 days);
        require((paid + allowance) * 1 days <= first * 1 days + leaked + used);
        used = Bucket.afterLeak(used, leak);
        leaked += leak;
        assert(used <= allowance * 1 days);
        assert((paid + allowance) * 1 days <= first * 1 days + leaked + used);
        assert(paid * 1 days <= first * 1 days + leaked);
    }
}

contract PayingKeepsTheAllowance {
    function step(uint256 first, uint256 allowance, uint256 used, uint256 leaked, uint256 paid, uint256 dollars)
        external
        pure
    {
        require(first < 2 ** 32 && allowance <= first && leaked < 2 ** 96 && paid < 2 ** 96 && dollars < 2 ** 96);
        require(used <= allowance * 1 days);
        require((paid + allowance) * 1 days <= first * 1 days + leaked + used);
        used = Bucket.take(address(0), used, allowance, dollars);
        paid += dollars;
        assert(used <= allowance * 1 days);
        assert((paid + allowance) * 1 days <= first * 1 days + leaked + used);
    }
}

contract TighteningKeepsTheAllowance {
    function step(uint256 first, uint256 allowance, uint256 used, uint256 leaked, uint256 paid, uint256 dollars)
        external
        pure
    {
        require(first < 2 ** 32 && allowance <= first && leaked < 2 ** 96 && paid < 2 ** 96);
        require(used <= allowance * 1 days);
        require((paid + allowance) * 1 days <= first * 1 days + leaked + used);
        require(dollars <= allowance);
        used = Bucket.resized(used, dollars);
        allowance = dollars;
        assert(used <= allowance * 1 days);
        assert((paid + allowance) * 1 days <= first * 1 days + leaked + used);
    }
}

/// Whatever else pays out, raises a limit or hands a role on is announced: the table lets nobody make these calls at once.
contract NoKeyDoesMoreAtOnce {
    function step(bytes4 selector) external pure {
        (, uint256 announced) = Powers.rowOf(selector);
        require(
            selector == IInsurancePayment.payAnnounced.selector || selector == IPool.withdraw.selector
                || selector == IPool.loosenLimits.selector || selector == IPool.addCurrency.selector
                || selector == IGovernance.grantRole.selector
        );
        assert(announced != AT_ONCE);
    }
}

/// A day leaks one allowance, and a shorter time no more than that.
contract ADayLeaksOneAllowance {
    function step(uint256 allowance, uint256 used) external pure {
        require(allowance < 2 ** 32);
        assert(Bucket.leaked(allowance, 1 days) == allowance * 1 days);
        assert(Bucket.leaked(allowance, 1) == allowance);
        assert(Bucket.leaked(allowance, 0) == 0);
        assert(Bucket.room(used, allowance) <= allowance * 1 days);
    }
}

/// What is announced of a payout is its selector, policy, holder, claim number, incident and dollars.
contract ItsDollarsAreAnnounced {
    function step() external pure {
        (, uint256 announced) = Powers.rowOf(IInsurancePayment.payAnnounced.selector);
        assert(announced == 4 + 5 * 32);
    }
}
