// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// Types, events, errors and functions stand together by what they are about.
// solhint-disable ordering

/// What an underwriter's signature offers to one holder. Its EIP-712 hash is the policy's id: whoever brings the quote
/// back proves premium and details without the contract storing them.
struct Quote {
    /// The wallet that is covered, and the only one that can buy this quote.
    address holder;
    /// The currency of premium, payouts and refunds: an allow-listed ERC-20, or the zero address for the native coin.
    address token;
    /// Premium for the whole term, in base units of `token`; never zero.
    uint256 premium;
    /// 1 home, 2 car, 3 travel.
    uint8 product;
    /// Cover in whole US dollars; at most 2^20 - 1.
    uint24 cover;
    /// First day of cover, in whole days since 1970-01-01 UTC. Bought on it or later, cover starts with the block.
    uint16 startDay;
    /// Last day of cover, which is covered until 24:00 UTC; not before `startDay` and not in the past.
    uint16 endDay;
    /// Last second, in seconds since 1970-01-01 UTC, at which the quote can be bought.
    uint40 validUntil;
    /// keccak256 of the salt, the insured details and the accepted wording: see `domain/quote/details-hash.ts`.
    bytes32 detailsHash;
}

/// Where a policy stands in the public registry. Expiry is by date and is not a status.
enum Status {
    None,
    Active,
    Rejected,
    Cancelled
}

/// One policy as the public registry shows it. It lives in one storage slot.
struct Policy {
    address holder;
    uint8 product;
    Status status;
    /// Currency of premium and payouts: the zero address for the native coin.
    address token;
    /// First second of cover, rounded down to the minute.
    uint64 start;
    /// First second after cover: the end day's 24:00 UTC, or the moment of rejection or cancellation.
    uint64 end;
    /// Cover in whole US dollars.
    uint32 cover;
    /// Paid out so far, in whole US dollars.
    uint32 paidOut;
    /// Claims paid so far; the next claim's number is one more.
    uint16 claims;
}

/// Who may do what besides the admin. One address each, which can be a multisig.
enum Role {
    /// Signs quotes; an externally owned account, or a contract by EIP-1271.
    Signer,
    /// Pays claims, and nothing else.
    Claims,
    /// Refunds premiums and proposes a change of holder.
    Underwriter,
    /// Withdraws free capital.
    Treasurer,
    /// Stops the intake of premiums; only the admin opens it again.
    Pauser
}

/// The first holders of all roles.
struct RoleHolders {
    address admin;
    address signer;
    address claims;
    address underwriter;
    address treasurer;
    address pauser;
}

/// A currency as it is added: what a whole US dollar may cost in it when a claim is paid, and what stays in the pool.
struct CurrencyConfig {
    /// An ERC-20, or the zero address for the native coin.
    address token;
    /// Fewest and most base units of `token` that a claim pays per whole US dollar.
    uint96 minPerDollar;
    uint96 maxPerDollar;
    /// Base units of `token` that a withdrawal leaves in the pool, on top of what is owed.
    uint128 minimumReserve;
}

/// A currency as it stands.
struct Currency {
    address token;
    uint96 minPerDollar;
    uint96 maxPerDollar;
    /// Base units that could not be delivered to their holders and wait to be pulled.
    uint128 owed;
    /// Whether quotes in it can be bought. Payouts, refunds and withdrawals do not depend on it.
    bool accepted;
}

/// A change of holder under way. All zero when there is none.
struct HolderChange {
    address newHolder;
    /// Second from which it can be completed; zero until the admin has confirmed it.
    uint64 effectiveAt;
}

/// @title Mooring's premium intake, capital pool and public policy registry
/// @notice Times are seconds since 1970-01-01 UTC. Amounts are base units of their token. Covers are whole US dollars.
/// The native coin's token is the zero address.
interface IInsurancePayment {
    // ─── Intake ──────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice A premium was paid and a policy begun. Nothing further has to be read to know what is covered.
    /// @param start First second of cover, as stored
    /// @param end First second after cover, unless the policy is rejected or cancelled
    event PolicyPurchased(
        bytes32 indexed quoteId,
        address indexed holder,
        address token,
        uint256 premium,
        uint8 product,
        uint24 cover,
        uint64 start,
        uint64 end,
        bytes32 detailsHash
    );

    error IntakePaused();
    error NotHolder(address holder, address caller);
    error QuoteExpired(uint256 validUntil, uint256 time);
    error QuoteAlreadyUsed(bytes32 quoteId);
    /// The signature is not the current signer's over this quote on this chain and contract, or it is malleable.
    error InvalidSignature(bytes32 quoteId);
    error InvalidProduct(uint256 product);
    /// Zero, or more than the registry's 20 bits hold.
    error InvalidCover(uint256 cover, uint256 maximum);
    /// The last day is over, lies before the first, or the start is beyond the registry's 26 bits of minutes.
    error InvalidTerm(uint256 startDay, uint256 endDay, uint256 time);
    error ZeroPremium();
    error TokenNotAccepted(address token);
    /// The transaction's value is not what is due in the native coin.
    error WrongValue(uint256 due, uint256 value);
    /// A token delivered another amount than was due: it takes a fee, or is not what it seems.
    error WrongAmountReceived(address token, uint256 due, uint256 received);

    /// @notice Buys a quote: the premium comes in, the policy is in the registry, and the quote is used up.
    /// @dev Native coin: send exactly `quote.premium` as value. Token: approve it before, send no value.
    /// @param quote What is offered; the caller must be its holder
    /// @param signature The signer's, over `hashQuote(quote)`: 65 bytes, 64 bytes (EIP-2098), or for EIP-1271 any
    function purchase(Quote calldata quote, bytes calldata signature) external payable;

    /// @notice Buys a quote in a token with an ERC-2612 permit in the same transaction.
    /// @dev A permit that fails does not stop the purchase: sent by somebody else before, it has left the allowance.
    /// @param permitDeadline The permit's deadline; its value is `quote.premium` and its spender this contract
    function purchaseWithPermit(
        Quote calldata quote,
        bytes calldata signature,
        uint256 permitDeadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external;

    // ─── Registry ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice The id of a quote and of the policy bought with it: its EIP-712 digest on this chain and contract.
    function hashQuote(Quote calldata quote) external view returns (bytes32 quoteId);

    /// @notice The policy of a quote; all zero, with status None, when nobody bought it.
    function policyOf(bytes32 quoteId) external view returns (Policy memory policy);

    /// @notice Whether the policy covers the second `time`: from its start on, up to but not including its end.
    function isInForce(bytes32 quoteId, uint256 time) external view returns (bool inForce);

    // ─── Claims and refunds ──────────────────────────────────────────────────────────────────────────────────────────

    /// @notice A claim was paid, or is owed when `PaymentOwed` follows.
    /// @param amount Base units of `token` for `dollars` US dollars; the quotient is the rate used
    event ClaimPaid(
        bytes32 indexed quoteId,
        address indexed holder,
        uint256 claimNumber,
        address token,
        uint256 amount,
        uint256 dollars,
        uint256 incidentAt
    );

    /// @notice A policy ended before its time and its premium was given back, or is owed when `PaymentOwed` follows.
    /// @param amount Base units of `token`: the whole premium when rejected, up to it when cancelled, possibly zero
    /// @param status Rejected or Cancelled
    /// @param end First second after cover
    event PremiumRefunded(
        bytes32 indexed quoteId,
        address indexed holder,
        address token,
        uint256 premium,
        uint256 amount,
        Status status,
        uint64 end
    );

    /// @notice A holder did not take a payment. It waits in the pool, out of reach of withdrawals.
    event PaymentOwed(bytes32 indexed quoteId, address indexed holder, address token, uint256 amount);
    event OwedPaid(bytes32 indexed quoteId, address indexed holder, address token, address to, uint256 amount);

    error PolicyUnknown(bytes32 quoteId);
    /// A payout or refund was prepared for an earlier time than that of its block.
    error ExecutionExpired(uint256 validUntil, uint256 time);
    error WrongClaimNumber(uint256 next, uint256 given);
    error TooManyClaims(uint256 maximum);
    /// The incident lies outside the cover, or in the future.
    error IncidentOutsideCover(uint256 incidentAt, uint256 start, uint256 end);
    error ZeroPayout();
    error PayoutAboveCover(uint256 remaining, uint256 dollars);
    /// The token amount does not fit the dollars: the rate slipped, or the decimals are wrong.
    error AmountOutOfBounds(uint256 minimum, uint256 maximum, uint256 amount);
    error PolicyNotActive(bytes32 quoteId, Status status);
    error PolicyEnded(bytes32 quoteId, uint256 end);
    error PolicyHasPayout(bytes32 quoteId, uint256 paidOut);
    /// A refund leads to Rejected or Cancelled, nowhere else.
    error InvalidOutcome(Status outcome);
    error WrongRefund(uint256 premium, uint256 amount);
    error PoolTooSmall(address token, uint256 available, uint256 amount);
    error NothingOwed(bytes32 quoteId);

    /// @notice Pays a claim to the policy's holder in the policy's currency. Claims role. Works while paused.
    /// @param claimNumber One more than the claims paid so far
    /// @param incidentAt When it happened: inside the cover, which a rejection or cancellation shortens, and not ahead
    /// @param dollars What is counted against the cover
    /// @param amount What is paid, between `dollars` times the currency's fewest and most base units per dollar
    /// @param validUntil Last second at which the rate behind `amount` holds
    function payClaim(
        bytes32 quoteId,
        uint256 claimNumber,
        uint256 incidentAt,
        uint256 dollars,
        uint256 amount,
        uint256 validUntil
    ) external;

    /// @notice Ends a policy without payouts and gives its premium back. Underwriter. Works while paused.
    /// @param quote The quote that was bought; it proves the premium
    /// @param amount The whole premium for a rejection; up to the premium, possibly zero, for a cancellation
    /// @param outcome Rejected, at any time; or Cancelled, before the term ends. Cover ends with this block
    /// @param validUntil Last second at which `amount` is right
    function refund(Quote calldata quote, uint256 amount, Status outcome, uint256 validUntil) external;

    /// @notice Base units of the policy's currency that its holder did not take and can pull.
    function owed(bytes32 quoteId) external view returns (uint256 amount);

    /// @notice Sends what is owed on a policy wherever its holder says. Only its holder; works while paused.
    function pull(bytes32 quoteId, address to) external;

    // ─── Change of holder ────────────────────────────────────────────────────────────────────────────────────────────

    event HolderChangeProposed(bytes32 indexed quoteId, address indexed holder, address indexed newHolder);
    event HolderChangeConfirmed(
        bytes32 indexed quoteId, address indexed holder, address indexed newHolder, uint64 effectiveAt
    );
    /// @param by The holder who objected, or the underwriter or admin who withdrew it
    event HolderChangeStopped(bytes32 indexed quoteId, address indexed newHolder, address indexed by);
    event HolderChanged(bytes32 indexed quoteId, address indexed previousHolder, address indexed newHolder);

    error NoHolderChange(bytes32 quoteId, address newHolder);
    error HolderChangeNotEffective(bytes32 quoteId, uint256 effectiveAt);

    /// @notice Proposes another wallet for a holder that lost theirs. Underwriter. Replaces an earlier proposal.
    function proposeHolderChange(bytes32 quoteId, address newHolder) external;

    /// @notice Confirms a proposal, which can be completed two days later. Admin.
    function confirmHolderChange(bytes32 quoteId, address newHolder) external;

    /// @notice Ends a change under way: the holder objects, or the underwriter or the admin withdraws it.
    function stopHolderChange(bytes32 quoteId) external;

    /// @notice Completes a confirmed change whose two days are over. Anyone.
    function completeHolderChange(bytes32 quoteId) external;

    function holderChangeOf(bytes32 quoteId) external view returns (HolderChange memory change);

    // ─── Pool ────────────────────────────────────────────────────────────────────────────────────────────────────────

    event PoolFunded(address indexed token, address indexed from, uint256 amount);
    event CapitalWithdrawn(address indexed token, address indexed to, uint256 amount);
    event CurrencyAdded(address indexed token, uint256 index);
    event CurrencyAcceptanceChanged(address indexed token, bool accepted);
    event PayoutBoundsChanged(address indexed token, uint96 minPerDollar, uint96 maxPerDollar);
    event MinimumReserveChanged(address indexed token, uint128 amount);
    /// @param effectiveAt Second from which withdrawals may go down to `amount`
    event MinimumReserveLoweringAnnounced(address indexed token, uint128 current, uint128 amount, uint64 effectiveAt);

    error TokenNotListed(address token);
    error TokenAlreadyListed(address token);
    error TokenWithoutCode(address token);
    error TooManyCurrencies(uint256 maximum);
    /// The first currency of a deployment is the native coin, and no other is.
    error NativeCurrencyFirst();
    error InvalidPayoutBounds(uint256 minPerDollar, uint256 maxPerDollar);
    error ZeroAmount();
    error WithdrawalAboveFree(address token, uint256 free, uint256 amount);

    /// @notice Adds capital to the pool. Anyone; only the treasurer takes it out again.
    /// @dev Native coin: `amount` is the value. Token: approve it before, send no value.
    function fund(address token, uint256 amount) external payable;

    /// @notice Takes capital that is neither owed nor part of the minimum reserve out of the pool. Treasurer.
    /// @param token Any token, also one that was never listed and arrived by mistake
    function withdraw(address token, address to, uint256 amount) external;

    /// @notice Base units that the treasurer could withdraw now.
    function freeCapital(address token) external view returns (uint256 amount);

    /// @notice All currencies in the order of their index in the registry; the first is the native coin.
    function currencies() external view returns (Currency[] memory list);

    /// @notice The minimum reserve in effect, and what it will be lowered to from `effectiveAt` on (zero: no lowering).
    function minimumReserve(address token) external view returns (uint256 amount, uint256 lowered, uint256 effectiveAt);

    /// @notice Lists another ERC-20 and accepts it. Admin. At most 15; a listed one stays, for its policies.
    function addCurrency(CurrencyConfig calldata config) external;

    /// @notice Opens or closes a listed currency to purchases. Admin.
    function setCurrencyAccepted(address token, bool accepted) external;

    /// @notice Sets what a claim pays per dollar at least and at most. Admin.
    function setPayoutBounds(address token, uint96 minPerDollar, uint96 maxPerDollar) external;

    /// @notice Raises the minimum reserve at once, or announces a lowering that takes effect after two days. Admin.
    function setMinimumReserve(address token, uint128 amount) external;

    // ─── Governance ──────────────────────────────────────────────────────────────────────────────────────────────────

    event AdminProposed(address indexed admin, address indexed proposed);
    event AdminChanged(address indexed previous, address indexed admin);
    event RoleChanged(Role indexed role, address indexed previous, address indexed holder);
    event PauseChanged(bool paused, address indexed by);

    error NotAdmin(address caller);
    error NotProposedAdmin(address caller);
    error NotInRole(Role role, address caller);
    error ZeroAddress();

    function admin() external view returns (address);
    function proposedAdmin() external view returns (address);
    function roleHolder(Role role) external view returns (address);
    function paused() external view returns (bool);

    /// @notice Names the next admin, who has to accept. Admin. The zero address takes a proposal back.
    function proposeAdmin(address next) external;

    /// @notice Becomes the admin. The proposed one.
    function acceptAdmin() external;

    /// @notice Hands a role to another address, never to nobody. Admin. A new signer voids the quotes of the former.
    function setRole(Role role, address holder) external;

    /// @notice Stops purchases, and nothing else. Pauser or admin.
    function pause() external;

    /// @notice Opens purchases again. Admin.
    function unpause() external;
}
