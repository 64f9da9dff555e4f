// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGovernance} from "./IGovernance.sol";
import {IPool} from "./IPool.sol";

// Types, events, errors and functions stand together by what they are about.
// solhint-disable ordering

/// What an underwriter's signature offers to one holder. Its EIP-712 hash is the policy's id: whoever brings the quote
/// back proves premium and details without the contract storing them.
struct Quote {
    /// The wallet that is covered and pays.
    address holder;
    /// The currency of premium, payouts and refunds: an allow-listed ERC-20, or the zero address for the native coin.
    address token;
    /// Premium for the whole term, in base units of `token`; never zero.
    uint256 premium;
    /// 1 to 15: 1 home, 2 car, 3 travel. The contract doesn't know which are sold.
    uint8 product;
    /// Cover in whole US dollars; at most 2^20 - 1.
    uint24 cover;
    /// First day of cover, in whole days since 1970-01-01 UTC, at most 367 days ahead when it is bought. Bought on it
    /// or later, cover starts with the block.
    uint16 startDay;
    /// Last day of cover, which is covered until 24:00 UTC; not before `startDay`, not in the past, and at most 733
    /// days ahead.
    uint16 endDay;
    /// Last second, in seconds since 1970-01-01 UTC, at which the quote can be bought.
    uint40 validUntil;
    /// Root of a Merkle tree over the insured details, the price and the accepted wording: see
    /// `domain/quote/details-hash.ts`.
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
    /// First second after cover: the end day's 24:00 UTC, the moment of rejection or cancellation, or `start` when a
    /// full refund voided the cover.
    uint64 end;
    /// Cover in whole US dollars.
    uint32 cover;
    /// Paid out so far, in whole US dollars.
    uint32 paidOut;
    /// Claims paid so far; the next claim's number is one more.
    uint16 claims;
}

/// A change of holder under way. All zero when there is none.
struct HolderChange {
    address newHolder;
    /// Last second at which it can be confirmed, 30 days after its proposal or the objection; once it is confirmed, the
    /// last second at which it can be completed, 7 days after `effectiveAt`.
    uint64 lapsesAt;
    /// First second at which it can be completed; zero until it is confirmed.
    uint64 effectiveAt;
    /// Whether the holder objected. Then administrator and guardian must both confirm.
    bool contested;
    bool administratorConfirmed;
    bool guardianConfirmed;
}

/// @title Mooring's premium intake, capital pool and public policy registry
/// @notice Times are seconds since 1970-01-01 UTC. Amounts are base units of their token. Covers are whole US dollars.
/// The native coin's token is the zero address. `Governance.sol` has the table of who may call what.
interface IInsurancePayment is IGovernance, IPool {
    // ─── Intake ──────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice A premium was paid and a policy begun. With the domain, this is the whole quote.
    /// @param startDay First day of cover as quoted, in whole days since 1970-01-01 UTC
    /// @param validUntil The quote's last second
    /// @param start First second of cover, as stored
    /// @param end First second after cover: 24:00 UTC of the quote's `endDay`
    event PolicyPurchased(
        bytes32 indexed quoteId,
        address indexed holder,
        address token,
        uint256 premium,
        uint8 product,
        uint24 cover,
        uint16 startDay,
        uint40 validUntil,
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
    error InvalidProduct(uint256 product, uint256 maximum);
    /// Zero, or more than the registry's 20 bits hold.
    error InvalidCover(uint256 cover, uint256 maximum);
    /// The last day is over or lies before the first, the first is more than 367 or the last more than 733 days after
    /// the block's, or start or end are beyond what the registry holds.
    error InvalidTerm(uint256 startDay, uint256 endDay, uint256 time);
    error ZeroPremium();
    error TokenNotAccepted(address token);

    /// @notice Buys a quote: the premium comes in, the policy is in the registry, and the quote is used up.
    /// @dev Native coin: send exactly `quote.premium` as value. Token: approve it before, send no value.
    /// @param quote What is offered; the caller must be its holder
    /// @param signature The signer's, over `hashQuote(quote)`: 65 bytes, 64 bytes (EIP-2098), or for EIP-1271 any
    function purchase(Quote calldata quote, bytes calldata signature) external payable;

    /// @notice Buys a quote in a token that has EIP-3009. Anyone may send it; the policy is the quote's holder's.
    /// @dev Whoever sends it gains nothing: the premium moves only in the transaction that writes the policy.
    /// @param signature As for `purchase`
    /// @param authorization The holder's, over the token's
    /// `ReceiveWithAuthorization(holder, this contract, premium, 0, validUntil + 1, hashQuote(quote))`: 65 bytes of an
    /// account, or whatever a contract takes by EIP-1271
    function purchaseWithAuthorization(Quote calldata quote, bytes calldata signature, bytes calldata authorization)
        external;

    // ─── Registry ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice The id of a quote and of the policy bought with it: its EIP-712 digest on this chain and contract.
    function hashQuote(Quote calldata quote) external view returns (bytes32 quoteId);

    /// @notice The policy of a quote; all zero, with status None, when nobody bought it.
    function policyOf(bytes32 quoteId) external view returns (Policy memory policy);

    /// @notice Whether the policy covers the second `time`: from its start on, up to but not including its end.
    function isInForce(bytes32 quoteId, uint256 time) external view returns (bool inForce);

    // ─── Claims ──────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice A claim was paid, or is owed when `PaymentOwed` follows.
    /// @param amount Base units of `token` for `dollars` US dollars; the quotient is the rate used
    /// @param announced Whether it was announced before instead of taken from the day's allowance
    event ClaimPaid(
        bytes32 indexed quoteId,
        address indexed holder,
        uint256 claimNumber,
        address token,
        uint256 amount,
        uint256 dollars,
        uint256 incidentAt,
        bool announced
    );

    error PolicyUnknown(bytes32 quoteId);
    /// A payout or refund was prepared for an earlier time than that of its block.
    error ExecutionExpired(uint256 validUntil, uint256 time);
    error PayoutsAreHalted(uint256 until);
    /// As many claims were paid as can be without an announcement: announce this one.
    error TooManyDirectClaims(uint256 maximum);
    /// The incident lies outside the cover, or in the future.
    error IncidentOutsideCover(uint256 incidentAt, uint256 start, uint256 end);
    error ZeroPayout();
    /// The token amount doesn't fit the dollars: the rate slipped, or the decimals are wrong.
    error AmountOutOfBounds(uint256 minimum, uint256 maximum, uint256 amount);
    /// The policy has another holder than the one that the payout was announced for.
    error AnnouncedForAnother(address holder, address announced);

    /// @notice Pays a claim to the policy's holder in the policy's currency, out of the day's allowance. Claims role.
    /// @param claimNumber One more than the claims paid so far; from the 32nd on, a claim has to be announced
    /// @param incidentAt When it happened: inside the cover, which a refund shortens or voids, and not in the future
    /// @param dollars What is counted against the cover and the allowance
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

    /// @notice Pays a claim of any size within the cover, up to a policy's 63rd, beside the day's allowance. Claims
    /// role, announced. What is announced is the call without its last two words, `amount` and `validUntil`.
    /// @param holder The policy's holder, as it was announced: a change of holder makes the announcement void
    /// @param claimNumber As for `payClaim`, also beyond the 31st; another claim that is paid before takes the number
    /// @param amount As for `payClaim`, at the rate of the day
    function payAnnounced(
        bytes32 quoteId,
        address holder,
        uint256 claimNumber,
        uint256 incidentAt,
        uint256 dollars,
        uint256 amount,
        uint256 validUntil
    ) external;

    // ─── Refunds ─────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice A policy ended before its time and its premium was given back, or is owed when `PaymentOwed` follows.
    /// @param amount Base units of `token`: the whole premium when rejected, up to it when canceled, possibly zero
    /// @param status Rejected or Cancelled
    /// @param end First second after cover; the policy's start when the cover is void
    /// @param consentValidUntil The consent's last second, with which `hashCancellation` gives what its holder signed
    /// or recorded; zero when rejected
    event PremiumRefunded(
        bytes32 indexed quoteId,
        address indexed holder,
        address token,
        uint256 premium,
        uint256 amount,
        Status status,
        uint64 end,
        uint256 consentValidUntil
    );
    event CancellationConsented(bytes32 indexed quoteId, address indexed holder, uint256 refund, uint256 validUntil);
    /// @param validUntil Signed consents up to this validity are void
    event ConsentRevoked(bytes32 indexed quoteId, address indexed holder, uint256 validUntil);

    error PolicyNotActive(bytes32 quoteId, Status status);
    error PolicyHasPayout(bytes32 quoteId, uint256 paidOut);
    error RefundAbovePremium(uint256 premium, uint256 amount);
    error RejectionTooLate(bytes32 quoteId, uint256 rejectableUntil);
    /// No consent of the holder to this refund and validity: never given, revoked, or another holder's.
    error NoConsent(bytes32 quoteId);
    error ConsentTooLong(uint256 validUntil, uint256 maximum);

    /// @notice Gives the whole premium back and ends the cover now; the days until then stay covered. Underwriter,
    /// until 30 days after the start of cover.
    /// @param quote The quote that was bought; it proves the premium
    /// @param validUntil Last second at which this may be executed
    function reject(Quote calldata quote, uint256 validUntil) external;

    /// @notice Cancels a policy with its holder's consent. Underwriter. The whole premium voids the cover from its
    /// beginning; less ends it now.
    /// @param quote The quote that was bought; it proves the premium
    /// @param amount What the holder consented to, up to the premium, possibly zero
    /// @param validUntil The consent's last second, at most 15 days ahead
    /// @param signature The holder's, over `hashCancellation`; anything when the consent was recorded
    function refund(Quote calldata quote, uint256 amount, uint256 validUntil, bytes calldata signature) external;

    /// @notice Records the holder's consent to a refund, which replaces an earlier recorded one. Moves nothing.
    /// @param validUntil The consent's last second, at most 15 days ahead
    function consentToCancellation(bytes32 quoteId, uint256 amount, uint256 validUntil) external;

    /// @notice Voids the recorded consent, and signed ones up to a validity. Holder. What a holder has voided stays
    /// void when the policy goes to another holder and comes back.
    function revokeConsent(bytes32 quoteId, uint256 validUntil) external;

    /// @notice What a holder signs to consent: the EIP-712 digest of
    /// `Cancellation(address holder,bytes32 quoteId,uint256 refund,uint256 validUntil)` on this chain and contract.
    function hashCancellation(address holder, bytes32 quoteId, uint256 amount, uint256 validUntil)
        external
        view
        returns (bytes32 digest);

    /// @notice The digest that the holder consented to on chain, and up to which validity its signed consents are void.
    function consentOf(bytes32 quoteId) external view returns (bytes32 digest, uint256 voidUntil);

    // ─── What is owed ────────────────────────────────────────────────────────────────────────────────────────────────

    /// @notice A holder did not take a payment, or its policy is contested. It waits in the pool, out of reach of
    /// withdrawals.
    event PaymentOwed(bytes32 indexed quoteId, address indexed holder, address token, uint256 amount);
    event OwedPaid(bytes32 indexed quoteId, address indexed holder, address token, address to, uint256 amount);

    error NothingOwed(bytes32 quoteId);

    /// @notice Base units of the policy's currency that its holder did not take and can pull.
    function owed(bytes32 quoteId) external view returns (uint256 amount);

    /// @notice Sends what is owed on a policy. Only its holder.
    /// @param to The holder; for the native coin any address but this contract
    function pull(bytes32 quoteId, address to) external;

    // ─── Change of holder ────────────────────────────────────────────────────────────────────────────────────────────

    event HolderChangeProposed(
        bytes32 indexed quoteId, address indexed holder, address indexed newHolder, uint64 lapsesAt
    );
    /// @param effectiveAt First second at which it can be completed; zero while a second confirmation is missing
    /// @param lapsesAt Last second at which it can be completed, or confirmed while a confirmation is missing
    event HolderChangeConfirmed(
        bytes32 indexed quoteId, address indexed newHolder, address indexed by, uint64 effectiveAt, uint64 lapsesAt
    );
    /// @param lapsesAt Last second at which it can be confirmed
    event HolderChangeContested(
        bytes32 indexed quoteId, address indexed holder, address indexed newHolder, uint64 lapsesAt
    );
    event HolderChangeStopped(bytes32 indexed quoteId, address indexed newHolder, address indexed by);
    event HolderChanged(bytes32 indexed quoteId, address indexed previousHolder, address indexed newHolder);

    error InvalidHolder(address newHolder);
    /// None is under way, it has lapsed, or it names another holder.
    error NoHolderChange(bytes32 quoteId, address newHolder);
    error HolderChangeNotEffective(bytes32 quoteId, uint256 effectiveAt);
    /// By this role, by this address in another role, or (then nothing replaces the change) by anybody.
    error AlreadyConfirmed(bytes32 quoteId);
    /// A holder change was contested: who holds the policy is not settled.
    error PolicyContested(bytes32 quoteId);

    /// @notice Proposes another wallet for a holder who lost theirs. Underwriter. Replaces a proposal that is neither
    /// contested nor confirmed. An objection to an earlier proposal holds for this one.
    function proposeHolderChange(bytes32 quoteId, address newHolder) external;

    /// @notice Confirms a proposal. Administrator; it can be completed 2 days later. After an objection administrator
    /// and guardian, two addresses, and 14 days later; until then nothing is delivered, consented to or pulled on the
    /// policy. It can be completed for 7 days.
    function confirmHolderChange(bytes32 quoteId, address newHolder) external;

    /// @notice Objects to a change, which takes its confirmations back and gives 30 days for new ones. Holder. The
    /// objection also holds for all later proposals, until the policy has another holder.
    function contestHolderChange(bytes32 quoteId) external;

    /// @notice Ends a change under way. Administrator or guardian, and the underwriter until it is confirmed or
    /// contested.
    function stopHolderChange(bytes32 quoteId) external;

    /// @notice Completes a confirmed change whose delay is over. Anyone.
    function completeHolderChange(bytes32 quoteId) external;

    /// @notice The change under way; all zero when there is none or it has lapsed.
    function holderChangeOf(bytes32 quoteId) external view returns (HolderChange memory change);
}
