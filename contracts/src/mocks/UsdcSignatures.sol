// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";

/// @title Whether an authorization of `UsdcToken` is signed by its owner, an account or a contract (EIP-1271)
/// @notice A contract of its own, because the original links its SignatureChecker as a library: an authorization calls it
/// at an address that nothing else in the transaction has touched.
contract UsdcSignatures {
    uint256 private constant HIGHEST_S = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0;

    function isValidSignatureNow(address signer, bytes32 digest, bytes calldata signature)
        external
        view
        returns (bool)
    {
        if (signer.code.length > 0) return _isValidContractSignature(signer, digest, signature);
        require(signature.length == 65, "invalid signature length");
        uint256 s = uint256(bytes32(signature[32:64]));
        uint8 v = uint8(signature[64]);
        require(s <= HIGHEST_S, "invalid signature 's' value");
        require(v == 27 || v == 28, "invalid signature 'v' value");
        address recovered = ecrecover(digest, v, bytes32(signature[:32]), bytes32(s));
        require(recovered != address(0), "invalid signature");
        return recovered == signer;
    }

    function _isValidContractSignature(address signer, bytes32 digest, bytes calldata signature)
        private
        view
        returns (bool)
    {
        (bool success, bytes memory result) =
            signer.staticcall(abi.encodeCall(IERC1271.isValidSignature, (digest, signature)));
        return
            success && result.length >= 32
                && abi.decode(result, (bytes32)) == bytes32(IERC1271.isValidSignature.selector);
    }
}
