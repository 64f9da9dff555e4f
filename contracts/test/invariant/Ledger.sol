// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "forge-std/Vm.sol";

import {IGovernance} from "../../src/IGovernance.sol";
import {IInsurancePayment, Status} from "../../src/IInsurancePayment.sol";
import {IPool} from "../../src/IPool.sol";

/// What an auditor knows from the events alone: it never asks the contract. It reverts when one of them says what must
/// not happen.
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
        uint256 proposedDollars;
        uint256 payableAt;
    }

    /// One payout out of the day's allowance.
    struct Payout {
        uint256 time;
        uint256 dollars;
    }

    mapping(bytes32 quoteId => Entry entry) internal _entries;
    bytes32[] public quoteIds;
    mapping(address token => uint256 amount) public received;
    mapping(address token => uint256 amount) public sent;
    mapping(address token => uint256 amount) public owed;
    /// All that holders got back of their premiums, and all that claims were paid.
    mapping(address token => uint256 amount) public refunded;
    mapping(address token => uint256 amount) public claimed;
    mapping(address token => uint256 dollars) public claimedDollars;
    mapping(address token => uint256 amount) public withdrawn;
    uint256 public proposedPayoutsPaid;
    mapping(address token => uint256 dollars) public largestAllowance;
    uint256 public holderChanges;
    mapping(address token => Payout[] payouts) private _payouts;
    mapping(bytes32 callHash => uint256 time) private _announcedAt;
    uint256 private _vetoedAt;

    function entryOf(bytes32 quoteId) external view returns (Entry memory) {
        return _entries[quoteId];
    }

    function count() external view returns (uint256) {
        return quoteIds.length;
    }

    /// Whether some window of time, up to now, has more payouts than the largest allowance times one day more than the
    /// window has.
    function allowanceExceeded(address token) external view returns (bool) {
        Payout[] storage payouts = _payouts[token];
        uint256 dollars;
        for (uint256 i = payouts.length; i > 0; --i) {
            // Later windows were looked at when they ended.
            dollars += payouts[i - 1].dollars;
            uint256 time = payouts[payouts.length - 1].time - payouts[i - 1].time;
            if (dollars * 1 days > largestAllowance[token] * (1 days + time)) return true;
        }
        return false;
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
        else if (topic == IPool.PoolFunded.selector) received[_address(log.topics[1])] += _amount(log);
        else if (topic == IPool.CapitalWithdrawn.selector) _withdrawn(log);
        else if (topic == IPool.LimitsChanged.selector) _limitsChanged(log);
        else if (topic == IInsurancePayment.HolderChanged.selector) _holderChanged(log);
        else if (topic == IInsurancePayment.PayoutProposed.selector) _proposed(log);
        else if (topic == IInsurancePayment.PayoutVetoed.selector) delete _entries[log.topics[1]].payableAt;
        else if (topic == IGovernance.CallAnnounced.selector) _announced(log);
        else if (topic == IGovernance.AnnouncementVetoed.selector) delete _announcedAt[log.topics[1]];
        else if (topic == IGovernance.AllAnnouncementsVetoed.selector) _vetoedAt = block.timestamp;
        else if (topic == IGovernance.AnnouncedCallExecuted.selector) _executed(log);
    }

    function _purchased(Vm.Log calldata log) private {
        Entry storage entry = _entries[log.topics[1]];
        require(!entry.purchased, "a quote was used twice");
        (address token, uint256 premium,, uint24 cover, uint16 startDay, uint40 validUntil, uint64 start, uint64 end,) =
            abi.decode(log.data, (address, uint256, uint8, uint24, uint16, uint40, uint64, uint64, bytes32));
        require(validUntil >= block.timestamp, "a quote was bought too late");
        require(start >= uint256(startDay) * 1 days, "a cover began before its first day");
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
        (uint256 number, address token, uint256 amount, uint256 dollars, uint256 incidentAt, bool proposed) =
            abi.decode(log.data, (uint256, address, uint256, uint256, uint256, bool));
        require(_address(log.topics[2]) == entry.holder, "a claim went to somebody else");
        require(token == entry.token, "a claim was paid in another currency");
        require(incidentAt >= entry.start && incidentAt < entry.end, "a claim for a time outside the cover");
        require(number == entry.claims + 1, "a claim number was left out or used twice");
        entry.claims = number;
        entry.dollars += dollars;
        require(entry.dollars <= entry.cover, "more dollars than the cover");
        if (proposed) {
            require(entry.payableAt != 0 && block.timestamp >= entry.payableAt, "a proposed payout before its time");
            require(block.timestamp <= entry.payableAt + 7 days, "a proposed payout that had lapsed");
            require(dollars == entry.proposedDollars, "other dollars than were proposed");
            delete entry.payableAt;
            ++proposedPayoutsPaid;
        } else {
            require(!_isPending(entry), "a claim beside a proposed payout");
            _payouts[token].push(Payout(block.timestamp, dollars));
        }
        claimed[token] += amount;
        claimedDollars[token] += dollars;
        sent[token] += amount;
    }

    function _proposed(Vm.Log calldata log) private {
        Entry storage entry = _entries[log.topics[1]];
        (,, uint256 dollars,, uint256 payableAt, uint256 lapsesAt) =
            abi.decode(log.data, (uint256, address, uint256, uint256, uint256, uint256));
        require(!_isPending(entry), "a second proposed payout");
        require(payableAt == block.timestamp + 2 days && lapsesAt == payableAt + 7 days, "another delay");
        (entry.proposedDollars, entry.payableAt) = (dollars, payableAt);
    }

    function _isPending(Entry storage entry) private view returns (bool) {
        return entry.payableAt != 0 && block.timestamp <= entry.payableAt + 7 days;
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
        require(!_isPending(entry), "a refund beside a proposed payout");
        require(end >= entry.start && end <= entry.end, "a refund moved the cover");
        bool voids = status == Status.Cancelled && amount == premium;
        require(!voids || end == entry.start, "a full refund left a cover");
        require(
            status == Status.Cancelled || block.timestamp < entry.start + 30 days, "a rejection after 30 days of cover"
        );
        entry.refunded = true;
        entry.status = status;
        entry.end = end;
        refunded[token] += amount;
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
        (address token, address to, uint256 amount) = abi.decode(log.data, (address, address, uint256));
        require(_address(log.topics[2]) == _entries[log.topics[1]].holder, "pulled by somebody else");
        require(token == address(0) || to == _address(log.topics[2]), "tokens went to somebody else");
        _entries[log.topics[1]].owed -= amount;
        owed[token] -= amount;
        sent[token] += amount;
    }

    function _holderChanged(Vm.Log calldata log) private {
        Entry storage entry = _entries[log.topics[1]];
        require(_address(log.topics[2]) == entry.holder, "another holder was replaced");
        entry.holder = _address(log.topics[3]);
        ++holderChanges;
    }

    function _withdrawn(Vm.Log calldata log) private {
        sent[_address(log.topics[1])] += _amount(log);
        withdrawn[_address(log.topics[1])] += _amount(log);
    }

    function _limitsChanged(Vm.Log calldata log) private {
        address token = _address(log.topics[1]);
        (,,, uint32 dollars) = abi.decode(log.data, (uint96, uint96, uint112, uint32));
        if (dollars > largestAllowance[token]) largestAllowance[token] = dollars;
    }

    function _announced(Vm.Log calldata log) private {
        _announcedAt[log.topics[1]] = block.timestamp;
    }

    function _executed(Vm.Log calldata log) private {
        uint256 time = _announcedAt[log.topics[1]];
        require(time != 0, "executed what nobody announced");
        // Only the replacement of a guardian, which waits longer, outlives a veto of all.
        require(time > _vetoedAt || block.timestamp >= time + 7 days, "executed what was vetoed");
        require(block.timestamp >= time + 2 days && block.timestamp <= time + 9 days, "executed outside its time");
        delete _announcedAt[log.topics[1]];
    }

    function _amount(Vm.Log calldata log) private pure returns (uint256) {
        return abi.decode(log.data, (uint256));
    }

    function _address(bytes32 topic) private pure returns (address) {
        return address(uint160(uint256(topic)));
    }
}
