// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CommonBase} from "forge-std/Base.sol";
import {StdCheats} from "forge-std/StdCheats.sol";
import {StdUtils} from "forge-std/StdUtils.sol";

import {IGovernance, Role} from "../../src/IGovernance.sol";
import {IInsurancePayment, Policy, Quote} from "../../src/IInsurancePayment.sol";
import {Currency, CurrencyConfig, IPool} from "../../src/IPool.sol";
import {EventLedger} from "./EventLedger.sol";

/// One key in the wrong hands, and accomplices without a role that hold policies. They try every function in their own
/// favor, at once and announced. The others do nothing, but for a guardian that vetoes what is announced
/// before its delay is over.
contract KeyHandler is CommonBase, StdCheats, StdUtils {
    IInsurancePayment public immutable insurance;
    EventLedger public immutable ledger;
    Role public immutable role;
    address private immutable _key;
    address private immutable _guardian;
    /// The signer's key where it is the stolen one; otherwise one that only a replaced signer makes worth anything.
    uint256 public immutable signingKey;

    address[3] public accomplices;
    uint256[3] private _accompliceKeys;
    address[3] private _tokens;
    Quote[] private _quotes;
    bytes[] private _announced;
    uint256 private _salt;

    mapping(bytes4 selector => uint256 count) public done;

    constructor(
        IInsurancePayment insurance_,
        EventLedger ledger_,
        Role role_,
        address key,
        uint256 signingKey_,
        address[3] memory tokens
    ) {
        (insurance, ledger, role, _key, signingKey) = (insurance_, ledger_, role_, key, signingKey_);
        (_guardian, _tokens) = (insurance_.roleHolder(Role.Guardian), tokens);
        for (uint256 i = 0; i < 3; ++i) {
            (accomplices[i], _accompliceKeys[i]) = makeAddrAndKey(string.concat("accomplice ", vm.toString(i)));
        }
    }

    function addQuote(Quote calldata quote) external {
        _quotes.push(quote);
    }

    // ─── What they do ────────────────────────────────────────────────────────────────────────────────────────────────

    /// One function, by the key or an accomplice.
    function act(uint256 function_, uint256 seed, uint256 amount) external {
        _send(_caller(seed), _call(function_, seed, amount), 0);
    }

    function announce(uint256 function_, uint256 seed, uint256 amount) external {
        bytes memory data = _call(function_, seed, amount);
        if (bytes4(data) == IInsurancePayment.payAnnounced.selector) data = _head(data, 164);
        if (_send(_caller(seed), abi.encodeCall(IGovernance.announce, (data)), 0)) _announced.push(data);
    }

    /// Not a new guardian: nobody can veto that one, which is why it takes 7 days.
    function executeAnnounced(uint256 seed) external {
        if (_announced.length == 0) return;
        bytes memory data = _announced[seed % _announced.length];
        if (_replacesGuardian(data)) return;
        address by = _key;
        if (bytes4(data) == IGovernance.grantRole.selector && _word(data, 0) == 0) {
            by = address(uint160(_word(data, 1)));
        }
        // The recovery address is nobody's accomplice.
        if (by == insurance.recovery()) return;
        if (bytes4(data) == IInsurancePayment.payAnnounced.selector) {
            uint256 most = _currencyOf(insurance.policyOf(bytes32(_word(data, 0))).token).maxPerDollar;
            data = bytes.concat(data, abi.encode(_word(data, 4) * most, block.timestamp));
        }
        _send(by, data, 0);
    }

    /// For one base unit, whatever cover: worth something only with the signer's key, or when it was replaced.
    function purchase(uint256 seed, uint24 cover) external {
        uint256 today = block.timestamp / 1 days;
        Quote memory quote = Quote({
            holder: accomplices[seed % 3],
            token: _token(seed),
            premium: 1,
            product: 1,
            cover: cover,
            startDay: uint16(today),
            endDay: uint16(today + 30),
            validUntil: uint40(block.timestamp),
            detailsHash: keccak256(abi.encode("bought", ++_salt))
        });
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(signingKey, insurance.hashQuote(quote));
        bytes memory data = abi.encodeCall(IInsurancePayment.purchase, (quote, abi.encodePacked(r, s, v)));
        if (_send(quote.holder, data, quote.token == address(0) ? 1 : 0)) _quotes.push(quote);
    }

    function wait(uint256 seconds_) external {
        if (role != Role.Guardian) _vetoAll();
        vm.warp(block.timestamp + bound(seconds_, 1, 2 days));
    }

    // ─── How ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    function _send(address from, bytes memory data, uint256 value) private returns (bool success) {
        vm.recordLogs();
        vm.prank(from);
        (success,) = address(insurance).call{value: value}(data);
        if (!success) {
            vm.getRecordedLogs();
            return false;
        }
        ++done[bytes4(data)];
        ledger.read(vm.getRecordedLogs(), address(insurance));
    }

    function _vetoAll() private {
        while (_announced.length > 0) {
            bytes memory data = _announced[_announced.length - 1];
            _announced.pop();
            if (!_replacesGuardian(data)) _send(_guardian, abi.encodeCall(IGovernance.veto, (data)), 0);
        }
    }

    function _caller(uint256 seed) private view returns (address) {
        return seed % 4 == 0 ? accomplices[(seed >> 8) % 3] : _key;
    }

    function _token(uint256 seed) private view returns (address) {
        return _tokens[(seed >> 16) % 3];
    }

    function _replacesGuardian(bytes memory data) private pure returns (bool) {
        return bytes4(data) == IGovernance.grantRole.selector && _word(data, 0) == uint256(Role.Guardian);
    }

    function _word(bytes memory data, uint256 index) private pure returns (uint256 word) {
        assembly {
            word := mload(add(add(data, 0x24), mul(index, 0x20)))
        }
    }

    function _head(bytes memory data, uint256 length) private pure returns (bytes memory head) {
        head = new bytes(length);
        for (uint256 i = 0; i < head.length; ++i) {
            head[i] = data[i];
        }
    }

    /// The most that a call can be made to do.
    function _call(uint256 function_, uint256 seed, uint256 amount) private view returns (bytes memory) {
        function_ %= 31;
        if (function_ < 8) return _callOnPolicy(function_, _quotes[(seed >> 32) % _quotes.length], seed, amount);
        address accomplice = accomplices[(seed >> 8) % 3];
        address token = _token(seed);
        if (function_ == 8) return abi.encodeCall(IPool.withdraw, (token, accomplice, insurance.freeCapital(token)));
        if (function_ == 11) return abi.encodeCall(IGovernance.grantRole, (Role((seed >> 40) % 7), accomplice));
        if (function_ == 12) return abi.encodeCall(IGovernance.grantPauser, (accomplice));
        if (function_ == 13) return abi.encodeCall(IGovernance.replaceSigner, (vm.addr(signingKey)));
        if (function_ == 14) return abi.encodeCall(IGovernance.revokeRole, (Role((seed >> 40) % 7)));
        if (function_ == 9) {
            return abi.encodeCall(IGovernance.grantRole, (Role.Administrator, insurance.recovery()));
        }
        if (function_ == 15) {
            bytes memory announced = _announced.length > 0 ? _announced[seed % _announced.length] : bytes("");
            return abi.encodeCall(IGovernance.veto, (announced));
        }
        if (function_ == 16) return abi.encodeCall(IGovernance.vetoAll, ());
        if (function_ == 17) return abi.encodeCall(IGovernance.pause, ());
        if (function_ == 18) return abi.encodeCall(IGovernance.unpause, ());
        if (function_ == 19) return abi.encodeCall(IGovernance.haltPayouts, ());
        if (function_ == 20) return abi.encodeCall(IGovernance.liftHalt, ());
        return _callOnCurrency(function_, insurance.currencies()[(seed >> 16) % 3], amount);
    }

    function _callOnCurrency(uint256 function_, Currency memory currency, uint256 amount)
        private
        pure
        returns (bytes memory)
    {
        address token = currency.token;
        (uint96 low, uint96 high) = (currency.minPerDollar, currency.maxPerDollar);
        uint32 dollars = uint32(bound(amount, 0, 2 * uint256(currency.allowance)));
        uint112 reserve = uint112(bound(amount, 0, 2 * uint256(currency.minimumReserve) + 1));
        if (function_ == 22) return abi.encodeCall(IPool.closeCurrency, (token));
        CurrencyConfig memory config = CurrencyConfig(token, low, high, currency.minimumReserve, currency.allowance);
        if (function_ == 23) (config.minPerDollar, config.maxPerDollar) = (1, type(uint96).max);
        if (function_ == 24) config.minPerDollar = low + (high - low) / 16;
        if (function_ == 25) config.allowance = type(uint32).max;
        if (function_ == 26) config.allowance = dollars;
        if (function_ == 27) config.minimumReserve = reserve;
        if (function_ == 28) config.minimumReserve = 0;
        if (function_ == 29) config.maxPerDollar = high + 1;
        if (function_ < 30) {
            return amount % 2 == 0
                ? abi.encodeCall(IPool.loosenLimits, (config))
                : abi.encodeCall(IPool.tightenLimits, (config));
        }
        return abi.encodeCall(IPool.addCurrency, (CurrencyConfig(token, 1, type(uint96).max, 0, type(uint32).max)));
    }

    function _callOnPolicy(uint256 function_, Quote memory quote, uint256 seed, uint256 amount)
        private
        view
        returns (bytes memory)
    {
        bytes32 quoteId = insurance.hashQuote(quote);
        address accomplice = accomplices[(seed >> 8) % 3];
        Policy memory policy = insurance.policyOf(quoteId);
        Currency memory currency = _currencyOf(quote.token);
        if (function_ == 0) {
            // At times all that the allowance has left, at times one dollar more.
            uint256 dollars = bound(amount, 0, policy.cover - policy.paidOut);
            if (amount % 3 == 0) dollars = currency.allowanceLeft + amount % 2;
            return abi.encodeCall(
                IInsurancePayment.payClaim,
                (quoteId, policy.claims + 1, policy.start, dollars, dollars * currency.maxPerDollar, block.timestamp)
            );
        }
        if (function_ == 1) {
            uint256 dollars = bound(amount, 1, 1 + policy.cover - policy.paidOut);
            uint256 amount_ = dollars * currency.maxPerDollar;
            return abi.encodeCall(
                IInsurancePayment.payAnnounced,
                (quoteId, policy.holder, policy.claims + 1, policy.start, dollars, amount_, block.timestamp)
            );
        }
        if (function_ == 2) return _refund(quote, quoteId, seed, amount);
        if (function_ == 3) return abi.encodeCall(IInsurancePayment.reject, (quote, block.timestamp));
        if (function_ == 4) return abi.encodeCall(IInsurancePayment.proposeHolderChange, (quoteId, accomplice));
        if (function_ == 5 || function_ == 6) quoteId = _changing(seed, quoteId);
        if (function_ == 5) {
            address newHolder = insurance.holderChangeOf(quoteId).newHolder;
            return amount % 2 == 0
                ? abi.encodeCall(IInsurancePayment.confirmHolderChange, (quoteId, newHolder))
                : abi.encodeCall(IInsurancePayment.completeHolderChange, (quoteId));
        }
        if (function_ == 6) {
            return amount % 2 == 0
                ? abi.encodeCall(IInsurancePayment.stopHolderChange, (quoteId))
                : abi.encodeCall(IInsurancePayment.contestHolderChange, (quoteId));
        }
        return abi.encodeCall(IInsurancePayment.pull, (quoteId, accomplice));
    }

    /// A policy whose holder is about to change; the given one if there is none.
    function _changing(uint256 seed, bytes32 quoteId) private view returns (bytes32) {
        for (uint256 i = 0; i < _quotes.length; ++i) {
            bytes32 id = insurance.hashQuote(_quotes[(seed % _quotes.length + i) % _quotes.length]);
            if (insurance.holderChangeOf(id).newHolder != address(0)) return id;
        }
        return quoteId;
    }

    /// With an accomplice's signature, which is a consent on an accomplice's own policy only.
    function _refund(Quote memory quote, bytes32 quoteId, uint256 seed, uint256 amount)
        private
        view
        returns (bytes memory)
    {
        amount = amount % 4 == 0 ? quote.premium : bound(amount, 0, quote.premium + 1);
        uint256 validUntil = block.timestamp + 1 days;
        uint256 key = _accompliceKeys[(seed >> 8) % 3];
        for (uint256 i = 0; i < 3; ++i) {
            if (accomplices[i] == quote.holder) key = _accompliceKeys[i];
        }
        address by = insurance.policyOf(quoteId).holder;
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, insurance.hashCancellation(by, quoteId, amount, validUntil));
        return abi.encodeCall(IInsurancePayment.refund, (quote, amount, validUntil, abi.encodePacked(r, s, v)));
    }

    function _currencyOf(address token) private view returns (Currency memory) {
        Currency[] memory list = insurance.currencies();
        for (uint256 i = 0; i < list.length; ++i) {
            if (list[i].token == token) return list[i];
        }
        revert("not listed");
    }
}
