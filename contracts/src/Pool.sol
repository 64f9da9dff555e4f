// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// Functions stand together by what they are about.
// solhint-disable ordering

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import {Governance} from "./Governance.sol";
import {IERC3009} from "./IERC3009.sol";
import {Currency, CurrencyConfig, IPool} from "./IPool.sol";
import {MAX_CURRENCIES} from "./PolicySlot.sol";

/// @title The pool: its currencies, what comes in, what goes out, what is owed, and what has to stay
abstract contract Pool is Governance, ReentrancyGuardTransient {
    using Math for uint256;
    using SafeCast for uint256;
    using SafeERC20 for IERC20;

    struct CurrencySlots {
        // slot 0
        address token;
        uint96 minPerDollar;
        // slot 1
        uint96 maxPerDollar;
        uint128 owed;
        /// When the currency was last closed or its limits tightened.
        uint32 tightenedAt;
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

    CurrencySlots[MAX_CURRENCIES] internal _currencies;
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
        uint256 free = freeCapital(token);
        require(amount <= free, WithdrawalAboveFree(token, free, amount));
        emit CapitalWithdrawn(token, to, amount);
        _send(token, to, amount);
    }

    /// @inheritdoc IPool
    function freeCapital(address token) public view returns (uint256 amount) {
        (uint256 index, bool listed) = _indexOf(token);
        uint256 bound = listed ? uint256(_currencies[index].owed) + _currencies[index].limits.minimumReserve : 0;
        return _balanceOf(token).saturatingSub(bound);
    }

    // ─── Currencies ──────────────────────────────────────────────────────────────────────────────────────────────────

    /// @inheritdoc IPool
    function addCurrency(CurrencyConfig calldata config) external restricted {
        _addCurrency(config);
    }

    /// @inheritdoc IPool
    function openCurrency(address token) external {
        _checkNotTightened(_listed(token), _authorize());
        _setAccepted(token, true);
    }

    /// @inheritdoc IPool
    function closeCurrency(address token) external restricted {
        _noteTightened(_listed(token));
        _setAccepted(token, false);
    }

    /// @inheritdoc IPool
    function loosenLimits(CurrencyConfig calldata config) external {
        CurrencySlots storage currency = _listed(config.token);
        _checkNotTightened(currency, _authorize());
        require(
            config.minPerDollar <= currency.minPerDollar && config.maxPerDollar >= currency.maxPerDollar
                && config.minimumReserve <= currency.limits.minimumReserve
                && config.allowance >= currency.limits.allowance,
            WrongDirection()
        );
        _setLimits(currency, config);
    }

    /// @inheritdoc IPool
    function tightenLimits(CurrencyConfig calldata config) external restricted {
        CurrencySlots storage currency = _listed(config.token);
        _noteTightened(currency);
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
                allowanceLeft: uint32(_allowanceLeft(currency.limits, _used(currency.limits)) / 1 days),
                accepted: _isAccepted(_intake.accepted, i)
            });
        }
    }

    // ─── Payouts ─────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Takes a payout from the day's allowance. Over any `t` days this lets through at most allowance × (1 + t).
    function _useAllowance(CurrencySlots storage currency, address token, uint256 dollars) internal {
        Limits memory limits = currency.limits;
        uint256 used = _used(limits);
        uint256 left = _allowanceLeft(limits, used);
        uint256 need = dollars * 1 days;
        require(need <= left, AllowanceExceeded(token, left / 1 days, dollars));
        _setUsed(limits, used + need);
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
        uint256 available = _balanceOf(token).saturatingSub(currency.owed);
        require(amount <= available, PoolTooSmall(token, available, amount));
        if (deliver && _trySend(token, holder, amount)) return;
        currency.owed += amount.toUint128();
        _owed[quoteId] += amount;
        emit PaymentOwed(quoteId, holder, token, amount);
    }

    /// @dev Removes a debt, for the caller to send.
    function _settleDebt(bytes32 quoteId, CurrencySlots storage currency) internal returns (uint256 amount) {
        amount = _owed[quoteId];
        require(amount > 0, NothingOwed(quoteId));
        delete _owed[quoteId];
        // What is owed in a currency is the sum of what is owed on its policies.
        // forge-lint: disable-next-line(unsafe-typecast)
        currency.owed -= uint128(amount);
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

    function _addCurrency(CurrencyConfig memory config) private {
        address token = config.token;
        uint256 index = _intake.currencyCount;
        if (index > 0) {
            require(token != address(0) && _indexes[token] == 0, TokenAlreadyListed(token));
            require(token.code.length > 0, TokenWithoutCode(token));
            require(index < MAX_CURRENCIES, TooManyCurrencies(MAX_CURRENCIES));
            _indexes[token] = index;
        }
        CurrencySlots storage currency = _currencies[index];
        currency.token = token;
        // At most MAX_CURRENCIES.
        // forge-lint: disable-next-line(unsafe-typecast)
        _intake.currencyCount = uint8(index + 1);
        emit CurrencyAdded(token, index);
        _setAccepted(token, true);
        _setLimits(currency, config);
    }

    function _setAccepted(address token, bool accepted) private {
        // One of MAX_CURRENCIES bits.
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
        _setUsed(limits, _used(limits));
        limits.minimumReserve = config.minimumReserve;
        limits.allowance = config.allowance;
        currency.limits = limits;
        emit LimitsChanged(
            config.token, config.minPerDollar, config.maxPerDollar, config.minimumReserve, config.allowance
        );
    }

    function _noteTightened(CurrencySlots storage currency) private {
        // Seconds fit 32 bits until 2106.
        // forge-lint: disable-next-line(unsafe-typecast)
        currency.tightenedAt = uint32(block.timestamp);
    }

    function _checkNotTightened(CurrencySlots storage currency, uint256 announcedAt) private view {
        uint256 tightenedAt = currency.tightenedAt;
        require(announcedAt > tightenedAt, TightenedSince(currency.token, tightenedAt));
    }

    function _setUsed(Limits memory limits, uint256 used) private view {
        // At most 2^32 dollars times the seconds of a day; seconds fit 48 bits.
        // forge-lint: disable-next-line(unsafe-typecast)
        limits.used = uint64(used);
        limits.usedAt = uint48(block.timestamp);
    }

    /// @dev What the bucket holds now, in dollars times seconds per day.
    function _used(Limits memory limits) private view returns (uint256) {
        uint256 leaked = uint256(limits.allowance) * (block.timestamp - limits.usedAt);
        return uint256(limits.used).saturatingSub(leaked);
    }

    /// @dev What still fits into the bucket, in dollars times seconds per day; zero while a lowered one is too full.
    function _allowanceLeft(Limits memory limits, uint256 used) private pure returns (uint256) {
        return (uint256(limits.allowance) * 1 days).saturatingSub(used);
    }
}
