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
    bool public pretends;

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

    function setPretends(bool pretends_) external {
        pretends = pretends_;
    }

    /// EIP-3009 without looking at time, nonce or signature.
    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256,
        uint256,
        bytes32,
        bytes calldata
    ) external {
        if (pretends) return;
        _callBack();
        _transfer(from, to, value);
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        if (answersFalse) return false;
        return super.transfer(to, value);
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        if (answersFalse) return false;
        _callBack();
        return super.transferFrom(from, to, value);
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (bonus > 0 && from != address(0)) super._update(address(0), to, bonus);
    }

    function _callBack() private {
        if (target == address(0)) return;
        bool success;
        (success, reentryError) = target.call(reentry);
    }
}
