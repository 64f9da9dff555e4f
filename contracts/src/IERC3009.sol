// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title What the contract calls of EIP-3009, in the form of FiatToken v2.2
/// @notice The signature is in one piece, so that a contract can have signed (EIP-1271).
interface IERC3009 {
    /// @notice Moves `value` from `from` to `to`, which must be the caller, by `from`'s signature.
    /// @param validAfter Last second before it is valid
    /// @param validBefore First second after it is valid
    /// @param nonce Any, never used by `from` before
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external;
}
