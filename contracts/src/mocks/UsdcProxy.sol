// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";

/// @title The address of the USDC-shaped token: it delegates every call, as the original does
contract UsdcProxy is ERC1967Proxy {
    constructor(address logic, bytes memory initialization) ERC1967Proxy(logic, initialization) {}
}
