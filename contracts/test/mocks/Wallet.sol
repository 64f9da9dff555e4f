// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";

/// A contract account as a holder or signer of every kind: it can take coins, refuse them, burn the gas that it gets
/// for them, answer with a mountain of data, or call back. As a signer it approves digests one by one.
contract Wallet is IERC1271 {
    enum OnReceive {
        Take,
        Refuse,
        BurnGas,
        ReturnBomb,
        Reenter
    }

    OnReceive public onReceive;
    address public target;
    bytes public reentry;
    bytes public reentryError;
    bool public reentered;
    mapping(bytes32 digest => bool yes) public approved;
    /// keccak256 of the only signature that the wallet accepts. Zero accepts any.
    bytes32 public signatureHash;

    receive() external payable {
        if (onReceive == OnReceive.Refuse) revert("refused");
        if (onReceive == OnReceive.BurnGas) while (true) {}
        if (onReceive == OnReceive.ReturnBomb) {
            assembly {
                revert(0, 100000)
            }
        }
        if (onReceive == OnReceive.Reenter) {
            (reentered, reentryError) = target.call(reentry);
        }
    }

    function setOnReceive(OnReceive mode) external {
        onReceive = mode;
    }

    function setReentry(address target_, bytes calldata data) external {
        onReceive = OnReceive.Reenter;
        target = target_;
        reentry = data;
    }

    function approve(bytes32 digest) external {
        approved[digest] = true;
    }

    function approveWith(bytes32 digest, bytes calldata signature) external {
        approved[digest] = true;
        signatureHash = keccak256(signature);
    }

    function execute(address to, uint256 value, bytes calldata data) external payable {
        (bool success, bytes memory returned) = to.call{value: value}(data);
        if (!success) {
            assembly {
                revert(add(returned, 0x20), mload(returned))
            }
        }
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        bool good = approved[digest] && (signatureHash == 0 || keccak256(signature) == signatureHash);
        return good ? IERC1271.isValidSignature.selector : bytes4(0);
    }
}
