// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Whether a permit of `UsdcToken` is signed by its owner
/// @notice A contract of its own, because the original links its SignatureChecker as a library: a permit calls it at an
/// address that nothing else in the transaction has touched.
contract UsdcSignatures {
    uint256 private constant HIGHEST_S = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0;

    function isValidSignatureNow(address signer, bytes32 digest, bytes calldata signature)
        external
        view
        returns (bool)
    {
        // The original asks contracts by EIP-1271, which no test here needs.
        if (signer.code.length > 0) return false;
        require(signature.length == 65, "invalid signature length");
        uint256 s = uint256(bytes32(signature[32:64]));
        uint8 v = uint8(signature[64]);
        require(s <= HIGHEST_S, "invalid signature 's' value");
        require(v == 27 || v == 28, "invalid signature 'v' value");
        address recovered = ecrecover(digest, v, bytes32(signature[:32]), bytes32(s));
        require(recovered != address(0), "invalid signature");
        return recovered == signer;
    }
}
