// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

error PoolTooSmall(address token, uint256 available, uint256 amount);
error WithdrawalAboveFree(address token, uint256 free, uint256 amount);

/// @title What the pool may pay in one currency, and what it owes
library Ledger {
    /// @notice What is left of a balance without what is owed and what has to stay.
    function free(uint256 balance, uint256 owed, uint256 reserve) internal pure returns (uint256) {
        uint256 bound = owed + reserve;
        return balance > bound ? balance - bound : 0;
    }

    /// @notice Lets a payout or refund through, delivered or owed, that takes nothing of what is owed already.
    function checkPayment(address token, uint256 balance, uint256 owed, uint256 amount) internal pure {
        uint256 available = free(balance, owed, 0);
        require(amount <= available, PoolTooSmall(token, available, amount));
    }

    /// @notice Lets a withdrawal through that leaves what is owed and the reserve.
    function checkWithdrawal(address token, uint256 balance, uint256 owed, uint256 reserve, uint256 amount)
        internal
        pure
    {
        uint256 available = free(balance, owed, reserve);
        require(amount <= available, WithdrawalAboveFree(token, available, amount));
    }

    /// @notice What a currency and one of its policies owe after a payment that its holder didn't take.
    function owe(uint256 owed, uint256 debt, uint256 amount) internal pure returns (uint256, uint256) {
        return (owed + amount, debt + amount);
    }

    /// @notice What a currency and the policy owe after the policy's debt was pulled.
    function settle(uint256 owed, uint256 debt) internal pure returns (uint256, uint256) {
        return (owed - debt, 0);
    }
}
