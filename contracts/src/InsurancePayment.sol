// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import {Governance} from "./Governance.sol";
import {
    CurrencyConfig,
    HolderChange,
    IInsurancePayment,
    Policy,
    Quote,
    Role,
    RoleHolders,
    Status
} from "./IInsurancePayment.sol";
import {MAX_CLAIMS, MAX_COVER, MAX_START_MINUTE, PolicySlot, PolicySlots} from "./PolicySlot.sol";
import {Pool} from "./Pool.sol";

/// @title Mooring's premium intake, capital pool and public policy registry
/// @dev There is no receive function: coins come in by `purchase` and `fund`. What arrives otherwise (forced coins,
/// tokens sent by mistake) is surplus that no promise was made on, and the treasurer can withdraw it.
contract InsurancePayment is Pool, EIP712 {
    using SafeCast for uint256;

    bytes32 private constant QUOTE_TYPEHASH = keccak256(
        "Quote(address holder,address token,uint256 premium,uint8 product,uint24 cover,"
        "uint16 startDay,uint16 endDay,uint40 validUntil,bytes32 detailsHash)"
    );

    mapping(bytes32 quoteId => PolicySlot policy) private _policies;
    /// Written only when a policy ends before its term.
    mapping(bytes32 quoteId => uint256 time) private _endedAt;
    mapping(bytes32 quoteId => HolderChange change) private _holderChanges;

    /// @param currencies_ The native coin first, then up to 15 tokens
    constructor(RoleHolders memory holders, CurrencyConfig[] memory currencies_)
        Governance(holders)
        Pool(currencies_)
        EIP712("Mooring", "1")
    {}

    /// @inheritdoc IInsurancePayment
    function purchase(Quote calldata quote, bytes calldata signature) external payable nonReentrant {
        _issue(quote, signature);
        _collect(quote.token, quote.premium);
    }

    /// @inheritdoc IInsurancePayment
    function purchaseWithPermit(
        Quote calldata quote,
        bytes calldata signature,
        uint256 permitDeadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external nonReentrant {
        _issue(quote, signature);
        // The zero address has no code to call; what follows then refuses the missing value.
        if (quote.token != address(0)) {
            try IERC20Permit(quote.token).permit(msg.sender, address(this), quote.premium, permitDeadline, v, r, s) {}
                catch {}
        }
        _collect(quote.token, quote.premium);
    }

    /// @inheritdoc IInsurancePayment
    function payClaim(
        bytes32 quoteId,
        uint256 claimNumber,
        uint256 incidentAt,
        uint256 dollars,
        uint256 amount,
        uint256 validUntil
    ) external onlyRole(Role.Claims) nonReentrant {
        require(block.timestamp <= validUntil, ExecutionExpired(validUntil, block.timestamp));
        PolicySlot policy = _existing(quoteId);
        _checkClaim(quoteId, policy, claimNumber, incidentAt, dollars);
        CurrencySlots storage currency = _currencies[policy.currency()];
        _checkAmount(currency, dollars, amount);
        address holder = policy.holder();
        address token = currency.token;
        _policies[quoteId] = policy.withClaim(dollars);
        emit ClaimPaid(quoteId, holder, claimNumber, token, amount, dollars, incidentAt);
        _payHolder(quoteId, currency, token, holder, amount);
    }

    /// @inheritdoc IInsurancePayment
    function refund(Quote calldata quote, uint256 amount, Status outcome, uint256 validUntil)
        external
        onlyRole(Role.Underwriter)
        nonReentrant
    {
        require(block.timestamp <= validUntil, ExecutionExpired(validUntil, block.timestamp));
        bytes32 quoteId = hashQuote(quote);
        PolicySlot policy = _existing(quoteId);
        uint256 end = _checkRefund(quoteId, policy, quote.premium, amount, outcome);
        address holder = policy.holder();
        _policies[quoteId] = policy.withStatus(outcome);
        _endedAt[quoteId] = end;
        emit PremiumRefunded(quoteId, holder, quote.token, quote.premium, amount, outcome, end.toUint64());
        if (amount > 0) _payHolder(quoteId, _currencies[policy.currency()], quote.token, holder, amount);
    }

    /// @inheritdoc IInsurancePayment
    function pull(bytes32 quoteId, address to) external nonReentrant {
        PolicySlot policy = _existing(quoteId);
        require(msg.sender == policy.holder(), NotHolder(policy.holder(), msg.sender));
        require(to != address(0), ZeroAddress());
        uint256 amount = _owed[quoteId];
        require(amount > 0, NothingOwed(quoteId));
        CurrencySlots storage currency = _currencies[policy.currency()];
        address token = currency.token;
        delete _owed[quoteId];
        // What is owed in a currency is the sum of what is owed on its policies.
        currency.owed -= amount.toUint128();
        emit OwedPaid(quoteId, msg.sender, token, to, amount);
        _send(token, to, amount);
    }

    /// @inheritdoc IInsurancePayment
    function proposeHolderChange(bytes32 quoteId, address newHolder) external onlyRole(Role.Underwriter) {
        require(newHolder != address(0), ZeroAddress());
        address holder = _existing(quoteId).holder();
        _holderChanges[quoteId] = HolderChange({newHolder: newHolder, effectiveAt: 0});
        emit HolderChangeProposed(quoteId, holder, newHolder);
    }

    /// @inheritdoc IInsurancePayment
    function confirmHolderChange(bytes32 quoteId, address newHolder) external onlyAdmin {
        HolderChange storage change = _holderChanges[quoteId];
        require(newHolder != address(0) && change.newHolder == newHolder, NoHolderChange(quoteId, newHolder));
        uint64 effectiveAt = (block.timestamp + DELAY).toUint64();
        change.effectiveAt = effectiveAt;
        emit HolderChangeConfirmed(quoteId, _policies[quoteId].holder(), newHolder, effectiveAt);
    }

    /// @inheritdoc IInsurancePayment
    function stopHolderChange(bytes32 quoteId) external {
        address holder = _existing(quoteId).holder();
        if (msg.sender != holder && msg.sender != admin) _checkRole(Role.Underwriter);
        address newHolder = _holderChanges[quoteId].newHolder;
        require(newHolder != address(0), NoHolderChange(quoteId, newHolder));
        delete _holderChanges[quoteId];
        emit HolderChangeStopped(quoteId, newHolder, msg.sender);
    }

    /// @inheritdoc IInsurancePayment
    function completeHolderChange(bytes32 quoteId) external {
        HolderChange memory change = _holderChanges[quoteId];
        require(change.effectiveAt != 0, NoHolderChange(quoteId, change.newHolder));
        require(block.timestamp >= change.effectiveAt, HolderChangeNotEffective(quoteId, change.effectiveAt));
        PolicySlot policy = _policies[quoteId];
        delete _holderChanges[quoteId];
        _policies[quoteId] = policy.withHolder(change.newHolder);
        emit HolderChanged(quoteId, policy.holder(), change.newHolder);
    }

    /// @inheritdoc IInsurancePayment
    function policyOf(bytes32 quoteId) external view returns (Policy memory policy) {
        PolicySlot slot = _policies[quoteId];
        // No cast truncates: the fields in the slot are narrower than the types that show them.
        policy = Policy({
            holder: slot.holder(),
            product: uint8(slot.product()),
            status: slot.status(),
            token: _currencies[slot.currency()].token,
            start: uint64(slot.start()),
            end: uint64(_endOf(quoteId, slot)),
            cover: uint32(slot.cover()),
            paidOut: uint32(slot.paidOut()),
            claims: uint16(slot.claims())
        });
    }

    /// @inheritdoc IInsurancePayment
    function isInForce(bytes32 quoteId, uint256 time) external view returns (bool inForce) {
        PolicySlot slot = _policies[quoteId];
        return slot.start() <= time && time < _endOf(quoteId, slot);
    }

    /// @inheritdoc IInsurancePayment
    function owed(bytes32 quoteId) external view returns (uint256 amount) {
        return _owed[quoteId];
    }

    /// @inheritdoc IInsurancePayment
    function holderChangeOf(bytes32 quoteId) external view returns (HolderChange memory change) {
        return _holderChanges[quoteId];
    }

    /// @inheritdoc IInsurancePayment
    function hashQuote(Quote calldata quote) public view returns (bytes32 quoteId) {
        bytes32 typehash = QUOTE_TYPEHASH;
        bytes32 structHash;
        // abi.encode(typehash, quote) without cleaning each field: all nine are words of their own, and one with dirty
        // high bits has a hash that nobody signed.
        assembly ("memory-safe") {
            let words := mload(0x40)
            mstore(words, typehash)
            calldatacopy(add(words, 0x20), quote, 0x120)
            structHash := keccak256(words, 0x140)
        }
        return _hashTypedDataV4(structHash);
    }

    /// @dev Everything of a purchase but the money: checks the quote and writes the policy.
    function _issue(Quote calldata quote, bytes calldata signature) private {
        Intake memory intake = _intake;
        require(!intake.paused, IntakePaused());
        require(msg.sender == quote.holder, NotHolder(quote.holder, msg.sender));
        require(block.timestamp <= quote.validUntil, QuoteExpired(quote.validUntil, block.timestamp));
        bytes32 quoteId = hashQuote(quote);
        require(!_policies[quoteId].exists(), QuoteAlreadyUsed(quoteId));
        require(_isSignedBy(intake.signer, quoteId, signature), InvalidSignature(quoteId));
        (uint256 index, bool listed) = _indexOf(quote.token);
        require(listed && _isAccepted(intake.accepted, index), TokenNotAccepted(quote.token));
        PolicySlot policy = _toPolicy(quote, index);
        _policies[quoteId] = policy;
        _emitPurchased(quoteId, quote, policy);
    }

    function _emitPurchased(bytes32 quoteId, Quote calldata quote, PolicySlot policy) private {
        emit PolicyPurchased(
            quoteId,
            quote.holder,
            quote.token,
            quote.premium,
            quote.product,
            quote.cover,
            uint64(policy.start()),
            uint64(policy.termEnd()),
            quote.detailsHash
        );
    }

    /// @dev The policy that a quote becomes in this block, or a revert when the registry cannot hold it.
    function _toPolicy(Quote calldata quote, uint256 currencyIndex) private view returns (PolicySlot) {
        require(quote.premium > 0, ZeroPremium());
        require(quote.product >= 1 && quote.product <= 3, InvalidProduct(quote.product));
        require(quote.cover > 0 && quote.cover <= MAX_COVER, InvalidCover(quote.cover, MAX_COVER));
        uint256 startDay = quote.startDay;
        uint256 endDay = quote.endDay;
        uint256 startTime = startDay * 1 days;
        if (startTime < block.timestamp) startTime = block.timestamp;
        uint256 startMinute = startTime / 1 minutes;
        require(
            startDay <= endDay && block.timestamp < (endDay + 1) * 1 days && startMinute <= MAX_START_MINUTE,
            InvalidTerm(startDay, endDay, block.timestamp)
        );
        return PolicySlots.create(quote.holder, startMinute, endDay, quote.cover, quote.product, currencyIndex);
    }

    /// @dev Recovers before it asks: that spares an account's purchase the look at the signer's code.
    function _isSignedBy(address signer, bytes32 quoteId, bytes calldata signature) private view returns (bool) {
        address recovered;
        if (signature.length == 64) {
            (recovered,,) = ECDSA.tryRecover(quoteId, bytes32(signature[:32]), bytes32(signature[32:]));
        } else {
            (recovered,,) = ECDSA.tryRecoverCalldata(quoteId, signature);
        }
        // The signer is never zero, so a failed recovery does not pass for it.
        return recovered == signer || SignatureChecker.isValidERC1271SignatureNowCalldata(signer, quoteId, signature);
    }

    function _checkClaim(bytes32 quoteId, PolicySlot policy, uint256 claimNumber, uint256 incidentAt, uint256 dollars)
        private
        view
    {
        uint256 next = policy.claims() + 1;
        require(claimNumber == next, WrongClaimNumber(next, claimNumber));
        require(next <= MAX_CLAIMS, TooManyClaims(MAX_CLAIMS));
        uint256 start = policy.start();
        uint256 end = _endOf(quoteId, policy);
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

    /// @dev Returns the second at which the cover ends: now, or the end of a term that is over.
    function _checkRefund(bytes32 quoteId, PolicySlot policy, uint256 premium, uint256 amount, Status outcome)
        private
        view
        returns (uint256 end)
    {
        require(policy.status() == Status.Active, PolicyNotActive(quoteId, policy.status()));
        require(policy.claims() == 0, PolicyHasPayout(quoteId, policy.paidOut()));
        end = policy.termEnd();
        if (outcome == Status.Cancelled) {
            require(block.timestamp < end, PolicyEnded(quoteId, end));
            require(amount <= premium, WrongRefund(premium, amount));
        } else {
            require(outcome == Status.Rejected, InvalidOutcome(outcome));
            require(amount == premium, WrongRefund(premium, amount));
        }
        if (block.timestamp < end) end = block.timestamp;
    }

    function _existing(bytes32 quoteId) private view returns (PolicySlot policy) {
        policy = _policies[quoteId];
        require(policy.exists(), PolicyUnknown(quoteId));
    }

    /// @dev The first second after cover; zero for an unknown policy.
    function _endOf(bytes32 quoteId, PolicySlot policy) private view returns (uint256) {
        bool endedEarly = policy.status() == Status.Rejected || policy.status() == Status.Cancelled;
        return endedEarly ? _endedAt[quoteId] : policy.termEnd();
    }
}
