// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";

import {Governance} from "./Governance.sol";
import {Currency, CurrencyConfig, IInsurancePayment, Role} from "./IInsurancePayment.sol";
import {MAX_CURRENCIES} from "./PolicySlot.sol";

/// @title The pool: its currencies, what comes in, what goes out, and what has to stay
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
    }

    struct Reserve {
        // slot 0
        uint128 amount;
        uint128 lowered;
        // slot 1
        /// Second from which `lowered` replaces `amount`; zero when no lowering is announced.
        uint64 effectiveAt;
    }

    /// What is owed to holders that did not take it, in their policies' currencies.
    mapping(bytes32 quoteId => uint256 amount) internal _owed;

    CurrencySlots[MAX_CURRENCIES] internal _currencies;
    /// The native coin has index 0 and is not in it; zero means that a token is not listed.
    mapping(address token => uint256 index) private _indexes;
    mapping(address token => Reserve reserve) private _reserves;

    constructor(CurrencyConfig[] memory configs) {
        require(configs.length > 0 && configs[0].token == address(0), NativeCurrencyFirst());
        for (uint256 i = 0; i < configs.length; ++i) {
            _addCurrency(configs[i]);
        }
    }

    /// @inheritdoc IInsurancePayment
    function fund(address token, uint256 amount) external payable nonReentrant {
        require(amount > 0, ZeroAmount());
        _listedIndex(token);
        _collect(token, amount);
        emit PoolFunded(token, msg.sender, amount);
    }

    /// @inheritdoc IInsurancePayment
    function withdraw(address token, address to, uint256 amount) external onlyRole(Role.Treasurer) nonReentrant {
        require(to != address(0), ZeroAddress());
        require(amount > 0, ZeroAmount());
        uint256 free = freeCapital(token);
        require(amount <= free, WithdrawalAboveFree(token, free, amount));
        emit CapitalWithdrawn(token, to, amount);
        _send(token, to, amount);
    }

    /// @inheritdoc IInsurancePayment
    function addCurrency(CurrencyConfig calldata config) external onlyAdmin {
        _addCurrency(config);
    }

    /// @inheritdoc IInsurancePayment
    function setCurrencyAccepted(address token, bool accepted) external onlyAdmin {
        uint16 bit = _bit(_listedIndex(token));
        _intake.accepted = accepted ? _intake.accepted | bit : _intake.accepted & ~bit;
        emit CurrencyAcceptanceChanged(token, accepted);
    }

    /// @inheritdoc IInsurancePayment
    function setPayoutBounds(address token, uint96 minPerDollar, uint96 maxPerDollar) external onlyAdmin {
        _setPayoutBounds(_listedIndex(token), token, minPerDollar, maxPerDollar);
    }

    /// @inheritdoc IInsurancePayment
    function setMinimumReserve(address token, uint128 amount) external onlyAdmin {
        _listedIndex(token);
        _setMinimumReserve(token, amount);
    }

    /// @inheritdoc IInsurancePayment
    function currencies() external view returns (Currency[] memory list) {
        list = new Currency[](_intake.currencyCount);
        for (uint256 i = 0; i < list.length; ++i) {
            CurrencySlots memory entry = _currencies[i];
            list[i] = Currency({
                token: entry.token,
                minPerDollar: entry.minPerDollar,
                maxPerDollar: entry.maxPerDollar,
                owed: entry.owed,
                accepted: _isAccepted(_intake.accepted, i)
            });
        }
    }

    /// @inheritdoc IInsurancePayment
    function minimumReserve(address token)
        external
        view
        returns (uint256 amount, uint256 lowered, uint256 effectiveAt)
    {
        Reserve memory reserve = _reserveOf(token);
        return (reserve.amount, reserve.lowered, reserve.effectiveAt);
    }

    /// @inheritdoc IInsurancePayment
    function freeCapital(address token) public view returns (uint256 amount) {
        // A token that is not listed shares index 0 with the native coin, whose debts are not its own.
        uint256 index = _indexes[token];
        uint256 owed_ = index == 0 && token != address(0) ? 0 : _currencies[index].owed;
        return _balanceOf(token).saturatingSub(owed_ + _reserveOf(token).amount);
    }

    /// @dev Takes exactly `amount` from the caller, or reverts.
    function _collect(address token, uint256 amount) internal {
        if (token == address(0)) {
            require(msg.value == amount, WrongValue(amount, msg.value));
            return;
        }
        require(msg.value == 0, WrongValue(0, msg.value));
        uint256 before = _balanceOf(token);
        SafeTransferLib.safeTransferFrom(token, msg.sender, address(this), amount);
        uint256 received = _balanceOf(token) - before;
        require(received == amount, WrongAmountReceived(token, amount, received));
    }

    /// @dev Pays a holder, or owes it what it does not take, so that nobody can block the claims role.
    function _payHolder(bytes32 quoteId, CurrencySlots storage currency, address token, address holder, uint256 amount)
        internal
    {
        uint256 owed_ = currency.owed;
        uint256 available = _balanceOf(token).saturatingSub(owed_);
        require(amount <= available, PoolTooSmall(token, available, amount));
        bool taken = token == address(0)
            ? SafeTransferLib.trySafeTransferETH(holder, amount, SafeTransferLib.GAS_STIPEND_NO_GRIEF)
            : IERC20(token).trySafeTransfer(holder, amount);
        if (taken) return;
        currency.owed = (owed_ + amount).toUint128();
        _owed[quoteId] += amount;
        emit PaymentOwed(quoteId, holder, token, amount);
    }

    /// @dev Sends out of the pool, or reverts.
    function _send(address token, address to, uint256 amount) internal {
        if (token == address(0)) SafeTransferLib.safeTransferETH(to, amount);
        else SafeTransferLib.safeTransfer(token, to, amount);
    }

    /// @dev The index of a token in the registry. An unlisted one has the native coin's 0 and must not be accepted.
    function _indexOf(address token) internal view returns (uint256 index, bool listed) {
        index = token == address(0) ? 0 : _indexes[token];
        listed = index > 0 || token == address(0);
    }

    function _isAccepted(uint256 accepted, uint256 index) internal pure returns (bool) {
        return (accepted >> index) & 1 == 1;
    }

    function _addCurrency(CurrencyConfig memory config) private {
        address token = config.token;
        uint256 index = _intake.currencyCount;
        if (index > 0) {
            (, bool listed) = _indexOf(token);
            require(!listed, TokenAlreadyListed(token));
            require(token.code.length > 0, TokenWithoutCode(token));
            require(index < MAX_CURRENCIES, TooManyCurrencies(MAX_CURRENCIES));
            _indexes[token] = index;
        }
        _currencies[index].token = token;
        _intake.currencyCount = (index + 1).toUint8();
        _intake.accepted |= _bit(index);
        emit CurrencyAdded(token, index);
        emit CurrencyAcceptanceChanged(token, true);
        _setPayoutBounds(index, token, config.minPerDollar, config.maxPerDollar);
        _setMinimumReserve(token, config.minimumReserve);
    }

    function _setPayoutBounds(uint256 index, address token, uint96 minPerDollar, uint96 maxPerDollar) private {
        require(minPerDollar > 0 && minPerDollar <= maxPerDollar, InvalidPayoutBounds(minPerDollar, maxPerDollar));
        _currencies[index].minPerDollar = minPerDollar;
        _currencies[index].maxPerDollar = maxPerDollar;
        emit PayoutBoundsChanged(token, minPerDollar, maxPerDollar);
    }

    function _setMinimumReserve(address token, uint128 amount) private {
        uint128 current = _reserveOf(token).amount;
        if (amount >= current) {
            _reserves[token] = Reserve({amount: amount, lowered: 0, effectiveAt: 0});
            emit MinimumReserveChanged(token, amount);
        } else {
            uint64 effectiveAt = (block.timestamp + DELAY).toUint64();
            _reserves[token] = Reserve({amount: current, lowered: amount, effectiveAt: effectiveAt});
            emit MinimumReserveLoweringAnnounced(token, current, amount, effectiveAt);
        }
    }

    function _balanceOf(address token) private view returns (uint256) {
        return token == address(0) ? address(this).balance : SafeTransferLib.balanceOf(token, address(this));
    }

    function _listedIndex(address token) private view returns (uint256 index) {
        bool listed;
        (index, listed) = _indexOf(token);
        require(listed, TokenNotListed(token));
    }

    /// @dev The reserve as it stands now: a lowering whose time has come has replaced it.
    function _reserveOf(address token) private view returns (Reserve memory reserve) {
        reserve = _reserves[token];
        if (reserve.effectiveAt != 0 && block.timestamp >= reserve.effectiveAt) {
            reserve = Reserve({amount: reserve.lowered, lowered: 0, effectiveAt: 0});
        }
    }

    function _bit(uint256 index) private pure returns (uint16) {
        return (uint256(1) << index).toUint16();
    }
}
