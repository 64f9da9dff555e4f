// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {EIP712} from "solady/utils/EIP712.sol";

import {IInsurancePayment, Policy, Quote, Status} from "./IInsurancePayment.sol";
import {
    DOLLARS,
    END_DAYS,
    EPOCH_DAY,
    EPOCH_MINUTE,
    PRODUCTS,
    PolicySlot,
    PolicySlots,
    START_MINUTES
} from "./PolicySlot.sol";
import {Pool} from "./Pool.sol";

/// @title Purchases and the public registry of policies
abstract contract Registry is Pool, EIP712 {
    bytes32 private constant QUOTE_TYPEHASH = keccak256(
        "Quote(address holder,address token,uint256 premium,uint8 product,uint24 cover,"
        "uint16 startDay,uint16 endDay,uint40 validUntil,bytes32 detailsHash)"
    );

    /// Latest first and last day of cover, in days after the block's: a year, or a term that follows on a year, with
    /// a day of tolerance for time zones.
    uint256 private constant MAX_DAYS_TO_START = 367;
    uint256 private constant MAX_DAYS_TO_END = 733;

    mapping(bytes32 quoteId => PolicySlot policy) internal _policies;
    /// First second after a cover that ended before its term.
    mapping(bytes32 quoteId => uint256 time) internal _endedAt;

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
        if (!slot.exists()) return policy;
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

    /// @dev The first second after cover; zero for an unknown policy.
    function _endOf(bytes32 quoteId, PolicySlot policy) internal view returns (uint256) {
        return policy.status() == Status.Active ? policy.termEnd() : _endedAt[quoteId];
    }

    /// @dev The domain of all signatures: the version is the contract's edition.
    function _domainNameAndVersion() internal pure override returns (string memory name, string memory version) {
        return ("Mooring", "4");
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
        require(quote.product >= 1 && quote.product < PRODUCTS, InvalidProduct(quote.product, PRODUCTS - 1));
        require(quote.cover > 0 && quote.cover < DOLLARS, InvalidCover(quote.cover, DOLLARS - 1));
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
                    && endDay <= today + MAX_DAYS_TO_END && startMinute < START_MINUTES
                    && endDay - EPOCH_DAY < END_DAYS,
                InvalidTerm(startDay, endDay, block.timestamp)
            );
            return
                PolicySlots.create(holder, startMinute, endDay - EPOCH_DAY, quote.cover, quote.product, currencyIndex);
        }
    }
}
