// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// Functions stand together by what they are about.
// solhint-disable ordering

/// A currency and its limits, as it is added and as they are changed.
struct CurrencyConfig {
    /// An ERC-20, or the zero address for the native coin.
    address token;
    /// Fewest and most base units of `token` that a claim pays per whole US dollar.
    uint96 minPerDollar;
    uint96 maxPerDollar;
    /// Base units of `token` that a withdrawal leaves in the pool, on top of what is owed.
    uint112 minimumReserve;
    /// Whole US dollars that claims may be paid per day without an announcement.
    uint32 allowance;
}

/// A currency as it stands.
struct Currency {
    address token;
    uint96 minPerDollar;
    uint96 maxPerDollar;
    /// Base units that could not be delivered to their holders and wait to be pulled.
    uint128 owed;
    uint112 minimumReserve;
    uint32 allowance;
    /// Whole US dollars that can be paid now without an announcement.
    uint32 allowanceLeft;
    /// Whether quotes in it can be bought. Payouts, refunds and withdrawals don't depend on it.
    bool accepted;
}

/// @title Capital, currencies and the daily allowance for payouts
/// @notice Amounts are base units of their token. The native coin's token is the zero address.
interface IPool {
    event PoolFunded(address indexed token, address indexed from, uint256 amount);
    event CapitalWithdrawn(address indexed token, address indexed to, uint256 amount);
    event CurrencyAdded(address indexed token, uint256 index);
    event CurrencyAcceptanceChanged(address indexed token, bool accepted);
    event LimitsChanged(
        address indexed token, uint96 minPerDollar, uint96 maxPerDollar, uint112 minimumReserve, uint32 allowance
    );

    /// The transaction's value is not what is due in the native coin.
    error WrongValue(uint256 due, uint256 value);
    /// A token delivered another amount than was due: it takes a fee, or is not what it seems.
    error WrongAmountReceived(address token, uint256 due, uint256 received);
    error TokenNotListed(address token);
    error TokenAlreadyListed(address token);
    error TokenWithoutCode(address token);
    error TooManyCurrencies(uint256 maximum);
    /// The first currency of a deployment is the native coin, and no other is.
    error NativeCurrencyFirst();
    error InvalidPayoutBounds(uint256 minPerDollar, uint256 maxPerDollar);
    /// A limit would move in the other direction.
    error WrongDirection();
    error ZeroAmount();
    /// Nothing is sent to the contract itself.
    error InvalidRecipient(address to);
    /// The native coin could not be sent.
    error NativeTransferFailed(address to, uint256 amount);

    /// @notice Adds capital to the pool. Anyone; only the treasurer takes it out again.
    /// @dev Native coin: `amount` is the value. Token: approve it before, send no value.
    function fund(address token, uint256 amount) external payable;

    /// @notice Takes capital out of the pool that is neither owed nor part of the minimum reserve. Treasurer,
    /// announced.
    /// @param token Any token, also one that was never listed and arrived by mistake
    function withdraw(address token, address to, uint256 amount) external;

    /// @notice Base units that the treasurer could withdraw now.
    function freeCapital(address token) external view returns (uint256 amount);

    /// @notice All currencies in the order of their index in the registry; the first is the native coin.
    function currencies() external view returns (Currency[] memory list);

    /// @notice Lists another ERC-20 and accepts it. Administrator, announced. At most 15; a listed one stays.
    function addCurrency(CurrencyConfig calldata config) external;

    /// @notice Accepts no more purchases in a currency. Administrator or guardian. What was announced to loosen its
    /// limits is void, also when it was closed already.
    function closeCurrency(address token) external;

    /// @notice Lets claims pay more a day without an announcement, or less or more per dollar, and withdrawals leave
    /// less. Opens the currency for purchases where it is closed. Administrator, announced. Each limit moves this way
    /// or stays.
    function loosenLimits(CurrencyConfig calldata config) external;

    /// @notice The opposite of `loosenLimits`, but leaves an open currency open. Administrator or guardian. All limits
    /// may stay: what was announced to loosen them is void in any case.
    function tightenLimits(CurrencyConfig calldata config) external;
}
