// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm} from "forge-std/Vm.sol";

import {IGovernance, Role} from "../../src/IGovernance.sol";
import {IInsurancePayment, Status} from "../../src/IInsurancePayment.sol";
import {IPool} from "../../src/IPool.sol";

/// What an auditor knows from the events alone: it never asks the contract. It reverts when one of them says what must
/// not happen.
contract EventLedger {
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

    struct Announcement {
        uint256 time;
        uint256 executableAt;
        uint256 expiresAt;
        Role by;
        bytes data;
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
    uint256 public announcedPayoutsPaid;
    mapping(address token => uint256 dollars) public largestAllowance;
    uint256 public holderChanges;
    mapping(address token => Payout[] payouts) private _payouts;
    mapping(bytes32 callHash => Announcement announcement) private _announcements;
    mapping(address account => Role role) private _roles;
    mapping(Role role => uint256 time) private _lostAt;
    mapping(address token => uint256 time) private _tightenedAt;
    /// The payout whose announcement was executed just before.
    bytes private _payout;
    uint256 private _vetoedAt;
    bool private _loosens;

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
        else if (topic == IPool.CurrencyAcceptanceChanged.selector) _acceptanceChanged(log);
        else if (topic == IGovernance.RoleChanged.selector) _roleChanged(log);
        else if (topic == IGovernance.CallAnnounced.selector) _announced(log);
        else if (topic == IGovernance.AnnouncementVetoed.selector) _vetoed(log);
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
        (uint256 number, address token, uint256 amount, uint256 dollars, uint256 incidentAt, bool announced) =
            abi.decode(log.data, (uint256, address, uint256, uint256, uint256, bool));
        require(_address(log.topics[2]) == entry.holder, "a claim went to somebody else");
        require(token == entry.token, "a claim was paid in another currency");
        require(incidentAt >= entry.start && incidentAt < entry.end, "a claim for a time outside the cover");
        require(number == entry.claims + 1, "a claim number was left out or used twice");
        entry.claims = number;
        entry.dollars += dollars;
        require(entry.dollars <= entry.cover, "more dollars than the cover");
        if (announced) {
            bytes memory expected = abi.encode(log.topics[1], entry.holder, number, incidentAt, dollars);
            require(keccak256(expected) == keccak256(_payout), "another payout than was announced");
            delete _payout;
            ++announcedPayoutsPaid;
        } else {
            _payouts[token].push(Payout(block.timestamp, dollars));
        }
        claimed[token] += amount;
        claimedDollars[token] += dollars;
        sent[token] += amount;
    }

    function _refunded(Vm.Log calldata log) private {
        Entry storage entry = _entries[log.topics[1]];
        (address token, uint256 premium, uint256 amount, Status status, uint64 end, uint256 consentValidUntil) =
            abi.decode(log.data, (address, uint256, uint256, Status, uint64, uint256));
        require(entry.status == Status.Active && !entry.refunded, "a second refund");
        require(status == Status.Rejected || status == Status.Cancelled, "a refund to no known status");
        require(entry.claims == 0, "a refund after a payout");
        require(_address(log.topics[2]) == entry.holder, "a refund went to somebody else");
        require(token == entry.token && premium == entry.premium, "a refund of another premium");
        require(amount <= premium, "more was refunded than was paid");
        require(status == Status.Cancelled || amount == premium, "a rejection kept a part");
        require(
            status == Status.Rejected
                ? consentValidUntil == 0
                : consentValidUntil >= block.timestamp && consentValidUntil <= block.timestamp + 15 days,
            "a refund by another consent"
        );
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
        // An announced call has loosened them, or has added the currency.
        if (!_loosens) _tightenedAt[token] = block.timestamp;
        _loosens = false;
    }

    function _acceptanceChanged(Vm.Log calldata log) private {
        if (!abi.decode(log.data, (bool))) _tightenedAt[_address(log.topics[1])] = block.timestamp;
        // Only an announced call accepts a currency, and the deployment.
        else _loosens = true;
    }

    function _roleChanged(Vm.Log calldata log) private {
        Role role = Role(uint256(log.topics[1]));
        if (log.topics[2] != 0) _lostAt[role] = block.timestamp;
        _roles[_address(log.topics[3])] = role;
    }

    function _announced(Vm.Log calldata log) private {
        (bytes memory data, uint256 executableAt, uint256 expiresAt) = abi.decode(log.data, (bytes, uint256, uint256));
        Role by = _roles[_address(log.topics[3])];
        Announcement memory announcement = Announcement(block.timestamp, executableAt, expiresAt, by, data);
        (uint256 delay, uint256 window) = (2 days, 7 days);
        if (_isSuccession(data)) (delay, window) = (7 days, 2 days);
        if (by == Role.Guardian) {
            delay = 5 days;
            Announcement memory former = _announcements[log.topics[1]];
            bool renewed = former.executableAt <= block.timestamp && block.timestamp <= former.expiresAt;
            if (renewed) delay = 0;
        } else {
            require(block.timestamp > _voidUntil(announcement), "announced what is void");
        }
        require(executableAt == block.timestamp + delay && expiresAt == executableAt + window, "another delay");
        _announcements[log.topics[1]] = announcement;
    }

    function _vetoed(Vm.Log calldata log) private {
        require(_announcements[log.topics[1]].by != Role.Guardian, "a recovery was vetoed");
        delete _announcements[log.topics[1]];
    }

    function _executed(Vm.Log calldata log) private {
        Announcement memory announcement = _announcements[log.topics[1]];
        require(announcement.time != 0, "executed what nobody announced");
        require(announcement.time > _voidUntil(announcement), "executed what was void");
        require(
            block.timestamp >= announcement.executableAt && block.timestamp <= announcement.expiresAt,
            "executed outside its time"
        );
        delete _announcements[log.topics[1]];
        if (bytes4(announcement.data) == IInsurancePayment.payAnnounced.selector) {
            _payout = _arguments(announcement.data);
        }
    }

    /// Up to which second an announcement would be void.
    function _voidUntil(Announcement memory announcement) private view returns (uint256 time) {
        if (announcement.by == Role.Guardian) return 0;
        time = _lostAt[announcement.by];
        if (_isSuccession(announcement.data)) return time;
        if (_lostAt[Role.Guardian] > time) time = _lostAt[Role.Guardian];
        if (_vetoedAt > time) time = _vetoedAt;
        if (bytes4(announcement.data) != IPool.loosenLimits.selector) return time;
        address token = abi.decode(_arguments(announcement.data), (address));
        if (_tightenedAt[token] > time) time = _tightenedAt[token];
    }

    function _isSuccession(bytes memory data) private pure returns (bool) {
        if (bytes4(data) != IGovernance.grantRole.selector) return false;
        return abi.decode(_arguments(data), (uint256)) == uint256(Role.Guardian);
    }

    function _arguments(bytes memory data) private pure returns (bytes memory arguments) {
        arguments = new bytes(data.length - 4);
        for (uint256 i = 0; i < arguments.length; ++i) {
            arguments[i] = data[i + 4];
        }
    }

    function _amount(Vm.Log calldata log) private pure returns (uint256) {
        return abi.decode(log.data, (uint256));
    }

    function _address(bytes32 topic) private pure returns (address) {
        return address(uint160(uint256(topic)));
    }
}
