// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "forge-std/Vm.sol";

import {IInsurancePayment, Status} from "../../src/IInsurancePayment.sol";

/// What an auditor knows from the events alone: it never asks the contract.
contract Ledger {
    struct Entry {
        bool purchased;
        bool refunded;
        address holder;
        address token;
        uint256 premium;
        uint256 cover;
        uint256 start;
        uint256 end;
        uint256 dollars;
        uint256 claims;
        uint256 owed;
        Status status;
    }

    mapping(bytes32 quoteId => Entry entry) internal _entries;
    bytes32[] public quoteIds;
    mapping(address token => uint256 amount) public received;
    mapping(address token => uint256 amount) public sent;
    mapping(address token => uint256 amount) public owed;

    function entryOf(bytes32 quoteId) external view returns (Entry memory) {
        return _entries[quoteId];
    }

    function count() external view returns (uint256) {
        return quoteIds.length;
    }

    function read(Vm.Log[] calldata logs, address emitter) external {
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].emitter == emitter) _read(logs[i]);
        }
    }

    function _read(Vm.Log calldata log) private {
        bytes32 topic = log.topics[0];
        if (topic == IInsurancePayment.PolicyPurchased.selector) _purchased(log);
        else if (topic == IInsurancePayment.ClaimPaid.selector) _claimPaid(log);
        else if (topic == IInsurancePayment.PremiumRefunded.selector) _refunded(log);
        else if (topic == IInsurancePayment.PaymentOwed.selector) _owed(log);
        else if (topic == IInsurancePayment.OwedPaid.selector) _owedPaid(log);
        else if (topic == IInsurancePayment.PoolFunded.selector) received[_address(log.topics[1])] += _amount(log);
        else if (topic == IInsurancePayment.CapitalWithdrawn.selector) sent[_address(log.topics[1])] += _amount(log);
        else if (topic == IInsurancePayment.HolderChanged.selector) _holderChanged(log);
    }

    function _purchased(Vm.Log calldata log) private {
        Entry storage entry = _entries[log.topics[1]];
        require(!entry.purchased, "a quote was used twice");
        (address token, uint256 premium,, uint24 cover, uint64 start, uint64 end,) =
            abi.decode(log.data, (address, uint256, uint8, uint24, uint64, uint64, bytes32));
        entry.purchased = true;
        entry.holder = _address(log.topics[2]);
        entry.token = token;
        entry.premium = premium;
        entry.cover = cover;
        entry.start = start;
        entry.end = end;
        entry.status = Status.Active;
        quoteIds.push(log.topics[1]);
        received[token] += premium;
    }

    function _claimPaid(Vm.Log calldata log) private {
        Entry storage entry = _entries[log.topics[1]];
        (uint256 number, address token, uint256 amount, uint256 dollars, uint256 incidentAt) =
            abi.decode(log.data, (uint256, address, uint256, uint256, uint256));
        require(_address(log.topics[2]) == entry.holder, "a claim went to somebody else");
        require(token == entry.token, "a claim was paid in another currency");
        require(incidentAt >= entry.start && incidentAt < entry.end, "a claim for a time outside the cover");
        require(number == entry.claims + 1, "a claim number was left out or used twice");
        entry.claims = number;
        entry.dollars += dollars;
        require(entry.dollars <= entry.cover, "more dollars than the cover");
        sent[token] += amount;
    }

    function _refunded(Vm.Log calldata log) private {
        Entry storage entry = _entries[log.topics[1]];
        (address token, uint256 premium, uint256 amount, Status status, uint64 end) =
            abi.decode(log.data, (address, uint256, uint256, Status, uint64));
        require(entry.status == Status.Active && !entry.refunded, "a second refund");
        require(status == Status.Rejected || status == Status.Cancelled, "a refund to no known status");
        require(entry.claims == 0, "a refund after a payout");
        require(_address(log.topics[2]) == entry.holder, "a refund went to somebody else");
        require(token == entry.token && premium == entry.premium, "a refund of another premium");
        require(amount <= premium, "more was refunded than was paid");
        require(status == Status.Cancelled || amount == premium, "a rejection kept a part");
        require(end <= entry.end, "a refund lengthened the cover");
        entry.refunded = true;
        entry.status = status;
        entry.end = end;
        sent[token] += amount;
    }

    /// An amount that was not taken has been counted as sent just before.
    function _owed(Vm.Log calldata log) private {
        (address token, uint256 amount) = abi.decode(log.data, (address, uint256));
        require(_address(log.topics[2]) == _entries[log.topics[1]].holder, "owed to somebody else");
        _entries[log.topics[1]].owed += amount;
        owed[token] += amount;
        sent[token] -= amount;
    }

    function _owedPaid(Vm.Log calldata log) private {
        (address token,, uint256 amount) = abi.decode(log.data, (address, address, uint256));
        require(_address(log.topics[2]) == _entries[log.topics[1]].holder, "pulled by somebody else");
        _entries[log.topics[1]].owed -= amount;
        owed[token] -= amount;
        sent[token] += amount;
    }

    function _holderChanged(Vm.Log calldata log) private {
        Entry storage entry = _entries[log.topics[1]];
        require(_address(log.topics[2]) == entry.holder, "another holder was replaced");
        entry.holder = _address(log.topics[3]);
    }

    function _amount(Vm.Log calldata log) private pure returns (uint256) {
        return abi.decode(log.data, (uint256));
    }

    function _address(bytes32 topic) private pure returns (address) {
        return address(uint160(uint256(topic)));
    }
}
