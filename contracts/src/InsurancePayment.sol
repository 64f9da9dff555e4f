// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// Functions stand together by what they are about.
// solhint-disable ordering

import {Governance} from "./Governance.sol";
import {HolderChanges} from "./HolderChanges.sol";
import {Delays, RoleHolders} from "./IGovernance.sol";
import {IInsurancePayment, Quote, Status} from "./IInsurancePayment.sol";
import {CurrencyConfig} from "./IPool.sol";
import {PolicySlot} from "./PolicySlot.sol";
import {Pool} from "./Pool.sol";

/// @title Mooring's premium intake, capital pool and public policy registry
/// @dev This file pays claims and refunds; `Registry` sells, `HolderChanges` hands policies over, `Pool` holds the
/// money and `Governance` says who may do what. There is no receive function: coins come in by `purchase` and `fund`.
/// What arrives otherwise (forced coins, tokens sent by mistake) is surplus, which no promise was made on.
contract InsurancePayment is HolderChanges {
    /// A policy can be rejected until this long after its start.
    uint256 private constant REJECTION_PERIOD = 30 days;
    /// A consent lasts 14 days; the day more is for clocks that differ and for simulations on an older block.
    uint256 private constant MAX_CONSENT_PERIOD = 15 days;
    /// Claims with a higher number have to be announced. The registry counts no more than 63, and the claims key alone
    /// would otherwise use all of them up on payouts of a dollar.
    uint256 private constant MAX_DIRECT_CLAIMS = 31;

    bytes32 private constant CANCELLATION_TYPEHASH =
        keccak256("Cancellation(address holder,bytes32 quoteId,uint256 refund,uint256 validUntil)");

    /// @param currencies_ The native coin first, then up to 15 tokens
    /// @param recovery_ Who can become administrator once the guardian announces it; zero for nobody
    constructor(
        RoleHolders memory holders,
        address recovery_,
        Delays memory delays_,
        CurrencyConfig[] memory currencies_
    ) Governance(holders, recovery_, delays_) Pool(currencies_) {}

    // ─── Claims ──────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @inheritdoc IInsurancePayment
    function payClaim(
        bytes32 quoteId,
        uint256 claimNumber,
        uint256 incidentAt,
        uint256 dollars,
        uint256 amount,
        uint256 validUntil
    ) external restricted nonReentrant {
        _checkPayout(validUntil);
        PolicySlot policy = _countClaim(quoteId, claimNumber, incidentAt, dollars);
        require(claimNumber <= MAX_DIRECT_CLAIMS, TooManyDirectClaims(MAX_DIRECT_CLAIMS));
        _useAllowance(_currencies[policy.currency()], dollars);
        _payClaim(quoteId, policy, incidentAt, dollars, amount, false);
    }

    /// @inheritdoc IInsurancePayment
    function payAnnounced(
        bytes32 quoteId,
        address holder,
        uint256 claimNumber,
        uint256 incidentAt,
        uint256 dollars,
        uint256 amount,
        uint256 validUntil
    ) external restricted nonReentrant {
        _checkPayout(validUntil);
        PolicySlot policy = _countClaim(quoteId, claimNumber, incidentAt, dollars);
        require(holder == policy.holder(), AnnouncedForAnother(policy.holder(), holder));
        _payClaim(quoteId, policy, incidentAt, dollars, amount, true);
    }

    // ─── Refunds ─────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @inheritdoc IInsurancePayment
    function reject(Quote calldata quote, uint256 validUntil) external restricted nonReentrant {
        _checkValid(validUntil);
        bytes32 quoteId = hashQuote(quote);
        PolicySlot policy = _existing(quoteId);
        uint256 rejectableUntil = policy.start() + REJECTION_PERIOD;
        require(block.timestamp < rejectableUntil, RejectionTooLate(quoteId, rejectableUntil));
        _refund(quoteId, policy, quote, quote.premium, Status.Rejected, 0);
    }

    /// @inheritdoc IInsurancePayment
    function refund(Quote calldata quote, uint256 amount, uint256 validUntil, bytes calldata signature)
        external
        restricted
        nonReentrant
    {
        _checkConsentPeriod(validUntil);
        bytes32 quoteId = hashQuote(quote);
        PolicySlot policy = _existing(quoteId);
        require(amount <= quote.premium, RefundAbovePremium(quote.premium, amount));
        address holder = policy.holder();
        bytes32 digest = hashCancellation(holder, quoteId, amount, validUntil);
        require(
            _consents[quoteId] == digest
                || (validUntil > _consentsVoidUntil[quoteId][holder] && _isSignedBy(holder, digest, signature)),
            NoConsent(quoteId)
        );
        require(!_isContested(quoteId, policy), PolicyContested(quoteId));
        delete _consents[quoteId];
        _refund(quoteId, policy, quote, amount, Status.Cancelled, validUntil);
    }

    /// @inheritdoc IInsurancePayment
    function consentToCancellation(bytes32 quoteId, uint256 amount, uint256 validUntil) external {
        PolicySlot policy = _checkHolder(quoteId);
        require(policy.status() == Status.Active, PolicyNotActive(quoteId, policy.status()));
        require(!_isContested(quoteId, policy), PolicyContested(quoteId));
        _checkConsentPeriod(validUntil);
        _consents[quoteId] = hashCancellation(msg.sender, quoteId, amount, validUntil);
        emit CancellationConsented(quoteId, msg.sender, amount, validUntil);
    }

    /// @inheritdoc IInsurancePayment
    function revokeConsent(bytes32 quoteId, uint256 validUntil) external {
        _checkHolder(quoteId);
        delete _consents[quoteId];
        // A later revocation never brings an earlier one back.
        uint256 voidUntil = _consentsVoidUntil[quoteId][msg.sender];
        if (validUntil < voidUntil) validUntil = voidUntil;
        _consentsVoidUntil[quoteId][msg.sender] = validUntil;
        emit ConsentRevoked(quoteId, msg.sender, validUntil);
    }

    /// @inheritdoc IInsurancePayment
    function consentOf(bytes32 quoteId) external view returns (bytes32 digest, uint256 voidUntil) {
        return (_consents[quoteId], _consentsVoidUntil[quoteId][_policies[quoteId].holder()]);
    }

    /// @inheritdoc IInsurancePayment
    function hashCancellation(address holder, bytes32 quoteId, uint256 amount, uint256 validUntil)
        public
        view
        returns (bytes32 digest)
    {
        return _hashTypedData(keccak256(abi.encode(CANCELLATION_TYPEHASH, holder, quoteId, amount, validUntil)));
    }

    // ─── What is owed ────────────────────────────────────────────────────────────────────────────────────────────────

    /// @inheritdoc IInsurancePayment
    function pull(bytes32 quoteId, address to) external nonReentrant {
        PolicySlot policy = _checkHolder(quoteId);
        require(!_isContested(quoteId, policy), PolicyContested(quoteId));
        CurrencySlots storage currency = _currencies[policy.currency()];
        address token = currency.token;
        // Nobody gets around a token's own list of refused addresses.
        bool allowed = token == address(0) ? to != address(0) && to != address(this) : to == msg.sender;
        require(allowed, InvalidRecipient(to));
        uint256 amount = _settleDebt(quoteId, currency);
        emit OwedPaid(quoteId, msg.sender, token, to, amount);
        _send(token, to, amount);
    }

    /// @inheritdoc IInsurancePayment
    function owed(bytes32 quoteId) external view returns (uint256 amount) {
        return _owed[quoteId];
    }

    // ─── Inside ──────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Checks a claim against its policy and writes it there.
    /// @return policy With the claim
    function _countClaim(bytes32 quoteId, uint256 claimNumber, uint256 incidentAt, uint256 dollars)
        private
        returns (PolicySlot policy)
    {
        policy = _existing(quoteId).withClaim(claimNumber, dollars);
        uint256 start = policy.start();
        uint256 end = _endOf(quoteId, policy);
        require(
            start <= incidentAt && incidentAt < end && incidentAt <= block.timestamp,
            IncidentOutsideCover(incidentAt, start, end)
        );
        require(dollars > 0, ZeroPayout());
        _policies[quoteId] = policy;
    }

    function _payClaim(
        bytes32 quoteId,
        PolicySlot policy,
        uint256 incidentAt,
        uint256 dollars,
        uint256 amount,
        bool announced
    ) private {
        CurrencySlots storage currency = _currencies[policy.currency()];
        _checkAmount(currency, dollars, amount);
        address token = currency.token;
        emit ClaimPaid(quoteId, policy.holder(), policy.claims(), token, amount, dollars, incidentAt, announced);
        _payHolder(quoteId, currency, token, policy.holder(), amount, !_isContested(quoteId, policy));
    }

    function _refund(
        bytes32 quoteId,
        PolicySlot policy,
        Quote calldata quote,
        uint256 amount,
        Status outcome,
        uint256 consentValidUntil
    ) private {
        require(policy.status() == Status.Active, PolicyNotActive(quoteId, policy.status()));
        require(policy.claims() == 0, PolicyHasPayout(quoteId, policy.paidOut()));
        bool voids = outcome == Status.Cancelled && amount == quote.premium;
        uint256 end = voids ? policy.start() : _endsNow(policy);
        address holder = policy.holder();
        _policies[quoteId] = policy.withStatus(outcome);
        _endedAt[quoteId] = end;
        // The end fits 48 bits.
        // forge-lint: disable-next-line(unsafe-typecast)
        uint64 endedAt = uint64(end);
        emit PremiumRefunded(quoteId, holder, quote.token, quote.premium, amount, outcome, endedAt, consentValidUntil);
        if (amount == 0) return;
        bool deliver = !_isContested(quoteId, policy);
        _payHolder(quoteId, _currencies[policy.currency()], quote.token, holder, amount, deliver);
    }

    /// @dev The end of a cover that ends in this block: not before its start, and not after its term.
    function _endsNow(PolicySlot policy) private view returns (uint256 end) {
        end = block.timestamp;
        if (end < policy.start()) end = policy.start();
        if (end > policy.termEnd()) end = policy.termEnd();
    }

    function _checkHolder(bytes32 quoteId) private view returns (PolicySlot policy) {
        policy = _existing(quoteId);
        require(msg.sender == policy.holder(), NotHolder(policy.holder(), msg.sender));
    }

    function _checkValid(uint256 validUntil) private view {
        require(block.timestamp <= validUntil, ExecutionExpired(validUntil, block.timestamp));
    }

    function _checkPayout(uint256 validUntil) private view {
        _checkValid(validUntil);
        uint256 until = haltedUntil();
        require(block.timestamp >= until, PayoutsAreHalted(until));
    }

    function _checkAmount(CurrencySlots storage currency, uint256 dollars, uint256 amount) private view {
        uint256 minimum = dollars * currency.minPerDollar;
        uint256 maximum = dollars * currency.maxPerDollar;
        require(minimum <= amount && amount <= maximum, AmountOutOfBounds(minimum, maximum, amount));
    }

    function _checkConsentPeriod(uint256 validUntil) private view {
        _checkValid(validUntil);
        uint256 maximum = block.timestamp + MAX_CONSENT_PERIOD;
        require(validUntil <= maximum, ConsentTooLong(validUntil, maximum));
    }
}
