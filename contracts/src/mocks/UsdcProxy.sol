// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Proxy} from "@openzeppelin/contracts/proxy/Proxy.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {StorageSlot} from "@openzeppelin/contracts/utils/StorageSlot.sol";

/// @title The address of the USDC-shaped token
/// @notice Like the original's AdminUpgradeabilityProxy, it reads who its admin is before it delegates a call, and keeps
/// both addresses in slots of their own.
contract UsdcProxy is Proxy {
    bytes32 private constant ADMIN_SLOT = keccak256("org.zeppelinos.proxy.admin");
    bytes32 private constant IMPLEMENTATION_SLOT = keccak256("org.zeppelinos.proxy.implementation");

    constructor(address logic, bytes memory initialization) {
        // Nobody: a local token is never upgraded, and an admin could not call the token.
        StorageSlot.getAddressSlot(ADMIN_SLOT).value = address(1);
        StorageSlot.getAddressSlot(IMPLEMENTATION_SLOT).value = logic;
        Address.functionDelegateCall(logic, initialization);
    }

    function _fallback() internal override {
        require(
            msg.sender != StorageSlot.getAddressSlot(ADMIN_SLOT).value,
            "Cannot call fallback function from the proxy admin"
        );
        super._fallback();
    }

    function _implementation() internal view override returns (address) {
        return StorageSlot.getAddressSlot(IMPLEMENTATION_SLOT).value;
    }
}
