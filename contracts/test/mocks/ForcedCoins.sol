// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Coins that no function of the recipient can refuse.
contract ForcedCoins {
    constructor(address payable to) payable {
        selfdestruct(to);
    }
}
