// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// An ERC-20 that can misbehave: call out in the middle of a transfer, answer false, deliver too much, lose what it held.
contract OddToken is ERC20("Odd", "ODD") {
    address public target;
    bytes public reentry;
    bytes public reentryError;
    bool public answersFalse;
    uint256 public bonus;

    function mint(address to, uint256 value) external {
        _mint(to, value);
    }

    function burn(address from, uint256 value) external {
        _burn(from, value);
    }

    function setReentry(address target_, bytes calldata data) external {
        target = target_;
        reentry = data;
    }

    function setAnswersFalse(bool answersFalse_) external {
        answersFalse = answersFalse_;
    }

    function setBonus(uint256 bonus_) external {
        bonus = bonus_;
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        if (answersFalse) return false;
        return super.transfer(to, value);
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        if (answersFalse) return false;
        if (target != address(0)) {
            bool success;
            (success, reentryError) = target.call(reentry);
        }
        if (bonus > 0) _mint(to, bonus);
        return super.transferFrom(from, to, value);
    }
}
