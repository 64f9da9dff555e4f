// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// Functions stand together by what they are about.
// solhint-disable ordering

import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import {Governance} from "./Governance.sol";
import {HolderChanges} from "./HolderChanges.sol";
import {Delays, RoleHolders} from "./IGovernance.sol";
import {IInsurancePayment, ProposedPayout, Quote, Status} from "./IInsurancePayment.sol";
import {CurrencyConfig} from "./IPool.sol";
import {MAX_CLAIMS, PolicySlot} from "./PolicySlot.sol";
import {Pool} from "./Pool.sol";

/// @title Mooring's premium intake, capital pool and public policy registry
/// @dev This file pays claims and refunds; `Registry` sells, `HolderChanges` hands policies over, `Pool` holds the
/// money and `Governance` says who may do what. There is no receive function: coins come in by `purchase` and `fund`.
/// What arrives otherwise (forced coins, tokens sent by mistake) is surplus, which no promise was made on.
contract InsurancePayment is HolderChanges {
    using SafeCast for uint256;

    /// A policy can be rejected until this long after its start.
    uint256 private constant REJECTION_PERIOD = 30 days;
    /// A consent lasts 14 days; the day more is for clocks that differ and for simulations on an older block.
    uint256 private constant MAX_CONSENT_PERIOD = 15 days;
    /// Claims with a higher number have to be proposed. The registry counts no more than MAX_CLAIMS, and the claims key
    /// alone would otherwise use all of them up on payouts of a dollar.
    uint256 private constant MAX_DIRECT_CLAIMS = 31;

    bytes32 private constant CANCELLATION_TYPEHASH =
        keccak256("Cancellation(bytes32 quoteId,uint256 refund,uint256 validUntil)");

    /// @param currencies_ The native coin first, then up to 15 tokens
    constructor(RoleHolders memory holders, Delays memory delays_, CurrencyConfig[] memory currencies_)
        Governance(holders, delays_)
        Pool(currencies_)
        EIP712("Mooring", "2")
    {}

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
        PolicySlot policy = _existing(quoteId);
        Annex memory annex = _annexOf(quoteId, policy);
        _checkNothingPending(quoteId, annex);
        require(claimNumber == policy.claims() + 1, WrongClaimNumber(policy.claims() + 1, claimNumber));
        require(claimNumber <= MAX_DIRECT_CLAIMS, TooManyDirectClaims(MAX_DIRECT_CLAIMS));
        _checkClaim(policy, annex, incidentAt, dollars);
        CurrencySlots storage currency = _currencies[policy.currency()];
        _useAllowance(currency, currency.token, dollars);
        _pay(quoteId, policy, annex, incidentAt, dollars, amount, false);
    }

    /// @inheritdoc IInsurancePayment
    function proposePayout(bytes32 quoteId, uint256 incidentAt, uint256 dollars) external restricted {
        PolicySlot policy = _existing(quoteId);
        Annex memory annex = _annexes[quoteId];
        _checkNothingPending(quoteId, annex);
        require(policy.claims() < MAX_CLAIMS, TooManyClaims(MAX_CLAIMS));
        _checkClaim(policy, annex, incidentAt, dollars);
        annex.payableAt = (block.timestamp + ANNOUNCEMENT_DELAY).toUint48();
        // Both were checked against the cover, whose fields are narrower.
        // forge-lint: disable-next-line(unsafe-typecast)
        annex.incidentAt = uint48(incidentAt);
        // forge-lint: disable-next-line(unsafe-typecast)
        annex.dollars = uint24(dollars);
        _annexes[quoteId] = annex;
        _policies[quoteId] = policy.hold();
        address token = _currencies[policy.currency()].token;
        emit PayoutProposed(
            quoteId, policy.holder(), policy.claims() + 1, token, dollars, incidentAt, annex.payableAt, _lapsesAt(annex)
        );
    }

    /// @inheritdoc IInsurancePayment
    function vetoPayout(bytes32 quoteId) external restricted {
        Annex memory annex = _annexes[quoteId];
        require(_isPending(annex), NoPayoutProposed(quoteId));
        _removeProposal(quoteId, annex);
        emit PayoutVetoed(quoteId, msg.sender);
    }

    /// @inheritdoc IInsurancePayment
    function payProposed(bytes32 quoteId, uint256 amount, uint256 validUntil) external restricted nonReentrant {
        _checkPayout(validUntil);
        PolicySlot policy = _existing(quoteId);
        Annex memory annex = _annexes[quoteId];
        require(_isPending(annex), NoPayoutProposed(quoteId));
        require(block.timestamp >= annex.payableAt, PayoutNotPayable(quoteId, annex.payableAt));
        (uint256 incidentAt, uint256 dollars) = (annex.incidentAt, annex.dollars);
        _removeProposal(quoteId, annex);
        _pay(quoteId, policy, annex, incidentAt, dollars, amount, true);
    }

    /// @inheritdoc IInsurancePayment
    function proposedPayoutOf(bytes32 quoteId) external view returns (ProposedPayout memory payout) {
        Annex memory annex = _annexes[quoteId];
        if (!_isPending(annex)) return payout;
        return ProposedPayout({
            dollars: annex.dollars,
            incidentAt: annex.incidentAt,
            payableAt: annex.payableAt,
            lapsesAt: uint64(_lapsesAt(annex))
        });
    }

    // ─── Refunds ─────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @inheritdoc IInsurancePayment
    function reject(Quote calldata quote, uint256 validUntil) external restricted nonReentrant {
        require(block.timestamp <= validUntil, ExecutionExpired(validUntil, block.timestamp));
        bytes32 quoteId = hashQuote(quote);
        PolicySlot policy = _existing(quoteId);
        uint256 rejectableUntil = policy.start() + REJECTION_PERIOD;
        require(block.timestamp < rejectableUntil, RejectionTooLate(quoteId, rejectableUntil));
        _refund(quoteId, policy, quote, quote.premium, Status.Rejected);
    }

    /// @inheritdoc IInsurancePayment
    function refund(Quote calldata quote, uint256 amount, uint256 validUntil, bytes calldata signature)
        external
        restricted
        nonReentrant
    {
        require(block.timestamp <= validUntil, ExecutionExpired(validUntil, block.timestamp));
        _checkConsentPeriod(validUntil);
        bytes32 quoteId = hashQuote(quote);
        PolicySlot policy = _existing(quoteId);
        require(amount <= quote.premium, RefundAbovePremium(quote.premium, amount));
        bytes32 digest = hashCancellation(quoteId, amount, validUntil);
        require(
            _consents[quoteId] == digest
                || (validUntil > _consentsVoidUntil[quoteId][policy.holder()]
                    && _isSignedBy(policy.holder(), digest, signature)),
            NoConsent(quoteId)
        );
        require(!_isContested(_annexes[quoteId]), PolicyContested(quoteId));
        delete _consents[quoteId];
        _refund(quoteId, policy, quote, amount, Status.Cancelled);
    }

    /// @inheritdoc IInsurancePayment
    function consentToCancellation(bytes32 quoteId, uint256 amount, uint256 validUntil) external {
        PolicySlot policy = _checkHolder(quoteId);
        require(policy.status() == Status.Active, PolicyNotActive(quoteId, policy.status()));
        require(!_isContested(_annexes[quoteId]), PolicyContested(quoteId));
        require(block.timestamp <= validUntil, ExecutionExpired(validUntil, block.timestamp));
        _checkConsentPeriod(validUntil);
        _consents[quoteId] = hashCancellation(quoteId, amount, validUntil);
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
    function hashCancellation(bytes32 quoteId, uint256 amount, uint256 validUntil)
        public
        view
        returns (bytes32 digest)
    {
        return _hashTypedDataV4(keccak256(abi.encode(CANCELLATION_TYPEHASH, quoteId, amount, validUntil)));
    }

    // ─── What is owed ────────────────────────────────────────────────────────────────────────────────────────────────

    /// @inheritdoc IInsurancePayment
    function pull(bytes32 quoteId, address to) external nonReentrant {
        PolicySlot policy = _checkHolder(quoteId);
        require(!_isContested(_annexes[quoteId]), PolicyContested(quoteId));
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

    function _pay(
        bytes32 quoteId,
        PolicySlot policy,
        Annex memory annex,
        uint256 incidentAt,
        uint256 dollars,
        uint256 amount,
        bool proposed
    ) private {
        CurrencySlots storage currency = _currencies[policy.currency()];
        _checkAmount(currency, dollars, amount);
        address holder = policy.holder();
        address token = currency.token;
        _policies[quoteId] = policy.withClaim(dollars);
        emit ClaimPaid(quoteId, holder, policy.claims() + 1, token, amount, dollars, incidentAt, proposed);
        _payHolder(quoteId, currency, token, holder, amount, !_isContested(annex));
    }

    function _refund(bytes32 quoteId, PolicySlot policy, Quote calldata quote, uint256 amount, Status outcome) private {
        Annex memory annex = _annexes[quoteId];
        require(policy.status() == Status.Active, PolicyNotActive(quoteId, policy.status()));
        require(policy.claims() == 0, PolicyHasPayout(quoteId, policy.paidOut()));
        _checkNothingPending(quoteId, annex);
        bool voids = outcome == Status.Cancelled && amount == quote.premium;
        uint256 end = voids ? policy.start() : _endsNow(policy);
        address holder = policy.holder();
        _policies[quoteId] = policy.withStatus(outcome);
        annex.endedAt = end.toUint48();
        _annexes[quoteId] = annex;
        // The end fits 48 bits.
        // forge-lint: disable-next-line(unsafe-typecast)
        emit PremiumRefunded(quoteId, holder, quote.token, quote.premium, amount, outcome, uint64(end));
        if (amount == 0) return;
        _payHolder(quoteId, _currencies[policy.currency()], quote.token, holder, amount, !_isContested(annex));
    }

    /// @dev The end of a cover that ends in this block: not before its start, and not after its term.
    function _endsNow(PolicySlot policy) private view returns (uint256 end) {
        end = block.timestamp;
        if (end < policy.start()) end = policy.start();
        if (end > policy.termEnd()) end = policy.termEnd();
    }

    function _removeProposal(bytes32 quoteId, Annex memory annex) private {
        (annex.payableAt, annex.incidentAt, annex.dollars) = (0, 0, 0);
        _annexes[quoteId] = annex;
    }

    function _checkHolder(bytes32 quoteId) private view returns (PolicySlot policy) {
        policy = _existing(quoteId);
        require(msg.sender == policy.holder(), NotHolder(policy.holder(), msg.sender));
    }

    function _checkPayout(uint256 validUntil) private view {
        require(block.timestamp <= validUntil, ExecutionExpired(validUntil, block.timestamp));
        uint256 until = haltedUntil();
        require(block.timestamp >= until, PayoutsAreHalted(until));
    }

    function _checkConsentPeriod(uint256 validUntil) private view {
        uint256 maximum = block.timestamp + MAX_CONSENT_PERIOD;
        require(validUntil <= maximum, ConsentTooLong(validUntil, maximum));
    }

    function _checkNothingPending(bytes32 quoteId, Annex memory annex) private view {
        require(!_isPending(annex), PayoutPending(quoteId, _lapsesAt(annex)));
    }

    function _checkClaim(PolicySlot policy, Annex memory annex, uint256 incidentAt, uint256 dollars) private view {
        uint256 start = policy.start();
        uint256 end = _endOf(policy, annex.endedAt);
        require(
            start <= incidentAt && incidentAt < end && incidentAt <= block.timestamp,
            IncidentOutsideCover(incidentAt, start, end)
        );
        require(dollars > 0, ZeroPayout());
        uint256 remaining = policy.cover() - policy.paidOut();
        require(dollars <= remaining, PayoutAboveCover(remaining, dollars));
    }

    function _checkAmount(CurrencySlots storage currency, uint256 dollars, uint256 amount) private view {
        uint256 minimum = dollars * currency.minPerDollar;
        uint256 maximum = dollars * currency.maxPerDollar;
        require(minimum <= amount && amount <= maximum, AmountOutOfBounds(minimum, maximum, amount));
    }

    function _isPending(Annex memory annex) private view returns (bool) {
        return annex.payableAt != 0 && block.timestamp <= _lapsesAt(annex);
    }

    /// @dev Last second at which a proposed payout can be paid.
    function _lapsesAt(Annex memory annex) private pure returns (uint256) {
        return uint256(annex.payableAt) + EXECUTION_WINDOW;
    }
}
