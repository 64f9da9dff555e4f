// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// Functions stand together by what they are about.
// solhint-disable ordering

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import {Bucket} from "./Bucket.sol";
import {Governance} from "./Governance.sol";
import {IERC3009} from "./IERC3009.sol";
import {Currency, CurrencyConfig, IPool} from "./IPool.sol";
import {Ledger} from "./Ledger.sol";
import {CURRENCIES} from "./PolicySlot.sol";

/// @title The pool: its currencies, what comes in, what goes out, what is owed, and what has to stay
abstract contract Pool is Governance, ReentrancyGuardTransient {
    using SafeCast for uint256;
    using SafeERC20 for IERC20;

    struct CurrencySlots {
        // slot 0
        address token;
        uint96 minPerDollar;
        // slot 1
        uint96 maxPerDollar;
        uint128 owed;
        // slot 2
        Limits limits;
    }

    struct Limits {
        // slot 0
        uint112 minimumReserve;
        /// Whole dollars per day: the size of a leaky bucket, and what leaks out of it in a day.
        uint32 allowance;
        /// What the bucket held at `usedAt`, in dollars times seconds per day, so that no leak is rounded.
        uint64 used;
        uint48 usedAt;
    }

    /// Gas for a holder that takes coins. Enough for a smart-contract wallet, too little to make a payout fail.
    uint256 private constant COIN_STIPEND = 100_000;

    /// The first two tokens of the deployment, at index 1 and 2 for good: a purchase in them spares the read of
    /// `_indexes`.
    address private immutable FIRST_TOKEN;
    address private immutable SECOND_TOKEN;

    /// What is owed to holders who did not take it, in their policies' currencies.
    mapping(bytes32 quoteId => uint256 amount) internal _owed;

    CurrencySlots[CURRENCIES] internal _currencies;
    /// The native coin has index 0 and is not in it; zero means that a token is not listed.
    mapping(address token => uint256 index) private _indexes;

    constructor(CurrencyConfig[] memory configs) {
        require(configs.length > 0 && configs[0].token == address(0), NativeCurrencyFirst());
        FIRST_TOKEN = configs.length > 1 ? configs[1].token : address(0);
        SECOND_TOKEN = configs.length > 2 ? configs[2].token : address(0);
        for (uint256 i = 0; i < configs.length; ++i) {
            _addCurrency(configs[i]);
        }
    }

    // ─── Capital ─────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @inheritdoc IPool
    function fund(address token, uint256 amount) external payable nonReentrant {
        require(amount > 0, ZeroAmount());
        _listedIndex(token);
        emit PoolFunded(token, msg.sender, amount);
        _collect(token, amount);
    }

    /// @inheritdoc IPool
    function withdraw(address token, address to, uint256 amount) external restricted nonReentrant {
        require(to != address(0) && to != address(this), InvalidRecipient(to));
        require(amount > 0, ZeroAmount());
        (uint256 owed_, uint256 reserve) = _bound(token);
        Ledger.checkWithdrawal(token, _balanceOf(token), owed_, reserve, amount);
        emit CapitalWithdrawn(token, to, amount);
        _send(token, to, amount);
    }

    /// @inheritdoc IPool
    function freeCapital(address token) external view returns (uint256 amount) {
        (uint256 owed_, uint256 reserve) = _bound(token);
        return Ledger.free(_balanceOf(token), owed_, reserve);
    }

    // ─── Currencies ──────────────────────────────────────────────────────────────────────────────────────────────────

    /// @inheritdoc IPool
    function addCurrency(CurrencyConfig calldata config) external restricted {
        _addCurrency(config);
    }

    /// @inheritdoc IPool
    function closeCurrency(address token) external restricted {
        _setAccepted(token, false);
        _tightenedAt[token] = block.timestamp;
    }

    /// @inheritdoc IPool
    function loosenLimits(CurrencyConfig calldata config) external restricted {
        CurrencySlots storage currency = _listed(config.token);
        require(
            config.minPerDollar <= currency.minPerDollar && config.maxPerDollar >= currency.maxPerDollar
                && config.minimumReserve <= currency.limits.minimumReserve
                && config.allowance >= currency.limits.allowance,
            WrongDirection()
        );
        _setAccepted(config.token, true);
        _setLimits(currency, config);
    }

    /// @inheritdoc IPool
    function tightenLimits(CurrencyConfig calldata config) external restricted {
        CurrencySlots storage currency = _listed(config.token);
        _tightenedAt[config.token] = block.timestamp;
        require(
            config.minPerDollar >= currency.minPerDollar && config.maxPerDollar <= currency.maxPerDollar
                && config.minimumReserve >= currency.limits.minimumReserve
                && config.allowance <= currency.limits.allowance,
            WrongDirection()
        );
        _setLimits(currency, config);
    }

    /// @inheritdoc IPool
    function currencies() external view returns (Currency[] memory list) {
        list = new Currency[](_intake.currencyCount);
        for (uint256 i = 0; i < list.length; ++i) {
            CurrencySlots storage currency = _currencies[i];
            list[i] = Currency({
                token: currency.token,
                minPerDollar: currency.minPerDollar,
                maxPerDollar: currency.maxPerDollar,
                owed: currency.owed,
                minimumReserve: currency.limits.minimumReserve,
                allowance: currency.limits.allowance,
                // At most `allowance`.
                allowanceLeft: uint32(Bucket.room(_used(currency.limits), currency.limits.allowance) / 1 days),
                accepted: _isAccepted(_intake.accepted, i)
            });
        }
    }

    // ─── Payouts ─────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Takes a payout from the day's allowance. Over any `t` days this lets through at most allowance × (1 + t).
    function _useAllowance(CurrencySlots storage currency, uint256 dollars) internal {
        Limits memory limits = currency.limits;
        _setUsed(limits, Bucket.take(currency.token, _used(limits), limits.allowance, dollars));
        currency.limits = limits;
    }

    /// @dev Pays a holder, or owes what it doesn't take, so that nobody can block a payout.
    /// @param deliver False to owe it in any case
    function _payHolder(
        bytes32 quoteId,
        CurrencySlots storage currency,
        address token,
        address holder,
        uint256 amount,
        bool deliver
    ) internal {
        Ledger.checkPayment(token, _balanceOf(token), currency.owed, amount);
        if (deliver && _trySend(token, holder, amount)) return;
        (uint256 owed_, uint256 debt) = Ledger.owe(currency.owed, _owed[quoteId], amount);
        (currency.owed, _owed[quoteId]) = (owed_.toUint128(), debt);
        emit PaymentOwed(quoteId, holder, token, amount);
    }

    /// @dev Removes a debt, for the caller to send.
    function _settleDebt(bytes32 quoteId, CurrencySlots storage currency) internal returns (uint256 amount) {
        amount = _owed[quoteId];
        require(amount > 0, NothingOwed(quoteId));
        (uint256 owed_, uint256 debt) = Ledger.settle(currency.owed, amount);
        // Less than before.
        // forge-lint: disable-next-line(unsafe-typecast)
        (currency.owed, _owed[quoteId]) = (uint128(owed_), debt);
    }

    // ─── Transfers ───────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Takes exactly `amount` from the caller, or reverts.
    function _collect(address token, uint256 amount) internal {
        if (token == address(0)) {
            require(msg.value == amount, WrongValue(amount, msg.value));
            return;
        }
        require(msg.value == 0, WrongValue(0, msg.value));
        uint256 before = _balanceOf(token);
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        _checkReceived(token, before, amount);
    }

    /// @dev Takes an amount into the pool by its owner's EIP-3009 authorization to this contract alone.
    function _collectAuthorized(
        address token,
        address from,
        uint256 amount,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata authorization
    ) internal {
        require(token != address(0), WrongValue(amount, 0));
        uint256 before = _balanceOf(token);
        IERC3009(token).receiveWithAuthorization(from, address(this), amount, 0, validBefore, nonce, authorization);
        _checkReceived(token, before, amount);
    }

    /// @dev Also what refuses a token that only pretends: its calls succeed, but nothing arrives.
    function _checkReceived(address token, uint256 before, uint256 amount) private view {
        uint256 received = _balanceOf(token) - before;
        require(received == amount, WrongAmountReceived(token, amount, received));
    }

    /// @dev Sends out of the pool, or reverts.
    function _send(address token, address to, uint256 amount) internal {
        if (token == address(0)) require(_sendCoins(to, amount, gasleft()), NativeTransferFailed(to, amount));
        else IERC20(token).safeTransfer(to, amount);
    }

    function _trySend(address token, address to, uint256 amount) private returns (bool) {
        return token == address(0) ? _sendCoins(to, amount, COIN_STIPEND) : IERC20(token).trySafeTransfer(to, amount);
    }

    /// @dev Copies nothing of what the recipient answers, however long it is.
    function _sendCoins(address to, uint256 amount, uint256 gas_) private returns (bool success) {
        assembly ("memory-safe") {
            success := call(gas_, to, amount, 0, 0, 0, 0)
        }
    }

    function _balanceOf(address token) private view returns (uint256) {
        return token == address(0) ? address(this).balance : IERC20(token).balanceOf(address(this));
    }

    // ─── Inside ──────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev The index of a token in the registry. An unlisted one has the native coin's 0 and must not be accepted.
    function _indexOf(address token) internal view returns (uint256 index, bool listed) {
        if (token == address(0)) return (0, true);
        if (token == FIRST_TOKEN) return (1, true);
        if (token == SECOND_TOKEN) return (2, true);
        index = _indexes[token];
        listed = index > 0;
    }

    function _isAccepted(uint256 accepted, uint256 index) internal pure returns (bool) {
        return (accepted >> index) & 1 == 1;
    }

    function _listedIndex(address token) private view returns (uint256 index) {
        bool listed;
        (index, listed) = _indexOf(token);
        require(listed, TokenNotListed(token));
    }

    function _listed(address token) private view returns (CurrencySlots storage) {
        return _currencies[_listedIndex(token)];
    }

    /// @dev What has to stay in the pool: what is owed, and the minimum reserve. Nothing of a token that isn't listed.
    function _bound(address token) private view returns (uint256 owed_, uint256 reserve) {
        (uint256 index, bool listed) = _indexOf(token);
        if (listed) return (_currencies[index].owed, _currencies[index].limits.minimumReserve);
    }

    function _addCurrency(CurrencyConfig memory config) private {
        address token = config.token;
        uint256 index = _intake.currencyCount;
        if (index > 0) {
            require(token != address(0) && _indexes[token] == 0, TokenAlreadyListed(token));
            require(token.code.length > 0, TokenWithoutCode(token));
            require(index < CURRENCIES, TooManyCurrencies(CURRENCIES));
            _indexes[token] = index;
        }
        CurrencySlots storage currency = _currencies[index];
        currency.token = token;
        // At most CURRENCIES.
        // forge-lint: disable-next-line(unsafe-typecast)
        _intake.currencyCount = uint8(index + 1);
        emit CurrencyAdded(token, index);
        _setAccepted(token, true);
        _setLimits(currency, config);
    }

    function _setAccepted(address token, bool accepted) private {
        // One of CURRENCIES bits.
        // forge-lint: disable-next-line(unsafe-typecast)
        uint16 bit = uint16(uint256(1) << _listedIndex(token));
        _intake.accepted = accepted ? _intake.accepted | bit : _intake.accepted & ~bit;
        emit CurrencyAcceptanceChanged(token, accepted);
    }

    function _setLimits(CurrencySlots storage currency, CurrencyConfig memory config) private {
        require(
            config.minPerDollar > 0 && config.minPerDollar <= config.maxPerDollar,
            InvalidPayoutBounds(config.minPerDollar, config.maxPerDollar)
        );
        currency.minPerDollar = config.minPerDollar;
        currency.maxPerDollar = config.maxPerDollar;
        Limits memory limits = currency.limits;
        // What has leaked until now did so at the former rate.
        _setUsed(limits, Bucket.resized(_used(limits), config.allowance));
        limits.minimumReserve = config.minimumReserve;
        limits.allowance = config.allowance;
        currency.limits = limits;
        emit LimitsChanged(
            config.token, config.minPerDollar, config.maxPerDollar, config.minimumReserve, config.allowance
        );
    }

    function _setUsed(Limits memory limits, uint256 used) private view {
        // At most 2^32 dollars times the seconds of a day; seconds fit 48 bits.
        // forge-lint: disable-next-line(unsafe-typecast)
        limits.used = uint64(used);
        limits.usedAt = uint48(block.timestamp);
    }

    /// @dev What the bucket holds now.
    function _used(Limits memory limits) private view returns (uint256) {
        return Bucket.afterLeak(limits.used, Bucket.leaked(limits.allowance, block.timestamp - limits.usedAt));
    }
}
