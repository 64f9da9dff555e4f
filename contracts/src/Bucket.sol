// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// As much of the day's allowance is left, in whole dollars.
error AllowanceExceeded(address token, uint256 left, uint256 dollars);

/// @title The day's allowance as a leaky bucket
/// @notice What it holds is counted in dollars times seconds per day, so that no leak is rounded. Over any t days it
/// lets at most allowance × (1 + t) through.
library Bucket {
    /// @notice What leaks in some seconds.
    function leaked(uint256 allowance, uint256 elapsed) internal pure returns (uint256) {
        return allowance * elapsed;
    }

    /// @notice What a bucket holds after a leak.
    function afterLeak(uint256 used, uint256 leak) internal pure returns (uint256) {
        return used > leak ? used - leak : 0;
    }

    /// @notice What still fits in.
    function room(uint256 used, uint256 allowance) internal pure returns (uint256) {
        return allowance * 1 days > used ? allowance * 1 days - used : 0;
    }

    /// @notice What a bucket holds after a payout, which has to fit in.
    function take(address token, uint256 used, uint256 allowance, uint256 dollars) internal pure returns (uint256) {
        uint256 left = room(used, allowance);
        require(dollars * 1 days <= left, AllowanceExceeded(token, left / 1 days, dollars));
        return used + dollars * 1 days;
    }

    /// @notice What a bucket holds under another allowance: no more than it has room for, or a lowered allowance would
    /// stop payouts until the rest has leaked, for months.
    function resized(uint256 used, uint256 allowance) internal pure returns (uint256) {
        return used > allowance * 1 days ? allowance * 1 days : used;
    }
}
