// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {EIP712} from "solady/utils/EIP712.sol";

import {IInsurancePayment, Policy, Quote, Status} from "./IInsurancePayment.sol";
import {
    EPOCH_DAY,
    EPOCH_MINUTE,
    MAX_COVER,
    MAX_END_DAY,
    MAX_PRODUCT,
    MAX_START_MINUTE,
    PolicySlot,
    PolicySlots
} from "./PolicySlot.sol";
import {Pool} from "./Pool.sol";

/// @title Purchases and the public registry of policies
abstract contract Registry is Pool, EIP712 {
    /// What only some policies have. It is read only where the slot says that there may be something: see `_annexOf`.
    struct Annex {
        // slot 0
        /// First second after a cover that ended before its term.
        uint48 endedAt;
        /// First second at which a proposed payout can be paid; zero when none is.
        uint48 payableAt;
        uint48 incidentAt;
        uint24 dollars;
    }

    bytes32 private constant QUOTE_TYPEHASH = keccak256(
        "Quote(address holder,address token,uint256 premium,uint8 product,uint24 cover,"
        "uint16 startDay,uint16 endDay,uint40 validUntil,bytes32 detailsHash)"
    );

    /// Latest first and last day of cover, in days after the block's: a year, or a term that follows on a year, with
    /// a day of tolerance for time zones.
    uint256 private constant MAX_DAYS_TO_START = 367;
    uint256 private constant MAX_DAYS_TO_END = 733;

    mapping(bytes32 quoteId => PolicySlot policy) internal _policies;
    mapping(bytes32 quoteId => Annex annex) internal _annexes;

    /// @inheritdoc IInsurancePayment
    function purchase(Quote calldata quote, bytes calldata signature) external payable nonReentrant {
        require(msg.sender == quote.holder, NotHolder(quote.holder, msg.sender));
        _issue(msg.sender, quote, signature);
        _collect(quote.token, quote.premium);
    }

    /// @inheritdoc IInsurancePayment
    function purchaseWithAuthorization(Quote calldata quote, bytes calldata signature, bytes calldata authorization)
        external
        nonReentrant
    {
        address holder = quote.holder;
        bytes32 quoteId = _issue(holder, quote, signature);
        // The token wants a time before this one: the quote's last second still counts.
        uint256 validBefore = uint256(quote.validUntil) + 1;
        _collectAuthorized(quote.token, holder, quote.premium, validBefore, quoteId, authorization);
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
            end: uint64(_endOf(slot, _annexes[quoteId].endedAt)),
            cover: uint32(slot.cover()),
            paidOut: uint32(slot.paidOut()),
            claims: uint16(slot.claims())
        });
    }

    /// @inheritdoc IInsurancePayment
    function isInForce(bytes32 quoteId, uint256 time) external view returns (bool inForce) {
        PolicySlot slot = _policies[quoteId];
        return slot.start() <= time && time < _endOf(slot, _annexes[quoteId].endedAt);
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
        return _hashTypedData(structHash);
    }

    function _removeProposal(bytes32 quoteId) internal {
        _clearProposal(quoteId);
        emit PayoutVetoed(quoteId, msg.sender);
    }

    function _clearProposal(bytes32 quoteId) internal {
        Annex storage annex = _annexes[quoteId];
        (annex.payableAt, annex.incidentAt, annex.dollars) = (0, 0, 0);
    }

    /// @dev Whether an account or a contract (EIP-1271) signed. Recovers before it asks: that spares an account's
    /// purchase the look at the signer's code.
    function _isSignedBy(address signer, bytes32 digest, bytes calldata signature) internal view returns (bool) {
        // A failed recovery gives the zero address, which is what a revoked signer is.
        if (signer == address(0)) return false;
        address recovered;
        if (signature.length == 64) {
            (recovered,,) = ECDSA.tryRecover(digest, bytes32(signature[:32]), bytes32(signature[32:]));
        } else {
            (recovered,,) = ECDSA.tryRecoverCalldata(digest, signature);
        }
        return recovered == signer || SignatureChecker.isValidERC1271SignatureNowCalldata(signer, digest, signature);
    }

    function _existing(bytes32 quoteId) internal view returns (PolicySlot policy) {
        policy = _policies[quoteId];
        require(policy.exists(), PolicyUnknown(quoteId));
    }

    /// @dev Empty, and not read, for a policy in force with nothing proposed or contested.
    function _annexOf(bytes32 quoteId, PolicySlot policy) internal view returns (Annex memory annex) {
        if (policy.isHeld() || policy.status() != Status.Active) annex = _annexes[quoteId];
    }

    function _isPending(Annex memory annex) internal view returns (bool) {
        return annex.payableAt != 0 && block.timestamp <= _lapsesAt(annex);
    }

    /// @dev Last second at which a proposed payout can be paid.
    function _lapsesAt(Annex memory annex) internal pure returns (uint256) {
        return uint256(annex.payableAt) + EXECUTION_WINDOW;
    }

    /// @dev The domain of all signatures: the version is the contract's edition.
    function _domainNameAndVersion() internal pure override returns (string memory name, string memory version) {
        return ("Mooring", "3");
    }

    /// @dev The first second after cover; zero for an unknown policy.
    function _endOf(PolicySlot policy, uint256 endedAt) internal pure returns (uint256) {
        bool endedEarly = policy.status() == Status.Rejected || policy.status() == Status.Cancelled;
        return endedEarly ? endedAt : policy.termEnd();
    }

    /// @dev Everything of a purchase but the money: checks the quote and writes the policy.
    /// @param holder The quote's, which the caller has read: reading its word again costs more
    function _issue(address holder, Quote calldata quote, bytes calldata signature) private returns (bytes32 quoteId) {
        // The compiler merges the reads of this one slot.
        Intake storage intake = _intake;
        require(!intake.paused, IntakePaused());
        require(block.timestamp <= quote.validUntil, QuoteExpired(quote.validUntil, block.timestamp));
        quoteId = hashQuote(quote);
        require(!_policies[quoteId].exists(), QuoteAlreadyUsed(quoteId));
        require(_isSignedBy(intake.signer, quoteId, signature), InvalidSignature(quoteId));
        (uint256 index, bool listed) = _indexOf(quote.token);
        require(listed && _isAccepted(intake.accepted, index), TokenNotAccepted(quote.token));
        PolicySlot policy = _toPolicy(holder, quote, index);
        _policies[quoteId] = policy;
        _emitPurchased(quoteId, holder, quote, policy);
    }

    function _emitPurchased(bytes32 quoteId, address holder, Quote calldata quote, PolicySlot policy) private {
        emit PolicyPurchased(
            quoteId,
            holder,
            quote.token,
            quote.premium,
            quote.product,
            quote.cover,
            quote.startDay,
            quote.validUntil,
            uint64(policy.start()),
            uint64(policy.termEnd()),
            quote.detailsHash
        );
    }

    /// @dev The policy that a quote becomes in this block, or a revert when the registry can't hold it.
    function _toPolicy(address holder, Quote calldata quote, uint256 currencyIndex) private view returns (PolicySlot) {
        require(quote.premium > 0, ZeroPremium());
        require(quote.product >= 1 && quote.product <= MAX_PRODUCT, InvalidProduct(quote.product, MAX_PRODUCT));
        require(quote.cover > 0 && quote.cover <= MAX_COVER, InvalidCover(quote.cover, MAX_COVER));
        uint256 startDay = quote.startDay;
        uint256 endDay = quote.endDay;
        // Days have 16 bits, and what is from before 2024 wraps to a start or end that is too large.
        unchecked {
            uint256 today = block.timestamp / 1 days;
            uint256 startTime = startDay * 1 days;
            if (startTime < block.timestamp) startTime = block.timestamp;
            uint256 startMinute = startTime / 1 minutes - EPOCH_MINUTE;
            require(
                startDay <= endDay && today <= endDay && startDay <= today + MAX_DAYS_TO_START
                    && endDay <= today + MAX_DAYS_TO_END && startMinute <= MAX_START_MINUTE
                    && endDay - EPOCH_DAY <= MAX_END_DAY,
                InvalidTerm(startDay, endDay, block.timestamp)
            );
            return
                PolicySlots.create(holder, startMinute, endDay - EPOCH_DAY, quote.cover, quote.product, currencyIndex);
        }
    }
}
