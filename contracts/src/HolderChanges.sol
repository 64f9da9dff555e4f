// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Role} from "./IGovernance.sol";
import {HolderChange, IInsurancePayment} from "./IInsurancePayment.sol";
import {PolicySlot} from "./PolicySlot.sol";
import {Registry} from "./Registry.sol";

/// @title Change of a policy's holder
/// @dev proposed → confirmed by the administrator → completed. A holder that objects brings it to contested →
/// confirmed by administrator and guardian → completed. It lapses 30 days after its proposal.
abstract contract HolderChanges is Registry {
    struct Change {
        // slot 0
        address newHolder;
        uint40 lapsesAt;
        uint40 effectiveAt;
        bool contested;
        uint8 confirmations;
    }

    uint256 private constant LAPSE = 30 days;
    uint8 private constant BY_ADMINISTRATOR = 1;
    uint8 private constant BY_GUARDIAN = 2;

    mapping(bytes32 quoteId => Change change) private _changes;
    /// The digest of the cancellation that a holder has consented to on chain.
    mapping(bytes32 quoteId => bytes32 digest) internal _consents;
    /// A holder's signed consents valid up to this second are void, also when a policy comes back to that holder.
    mapping(bytes32 quoteId => mapping(address holder => uint256 time)) internal _consentsVoidUntil;

    /// @inheritdoc IInsurancePayment
    function proposeHolderChange(bytes32 quoteId, address newHolder) external restricted {
        address holder = _existing(quoteId).holder();
        require(newHolder != address(0) && newHolder != address(this) && newHolder != holder, InvalidHolder(newHolder));
        Change memory former = _changes[quoteId];
        // An objection outlives a change that was stopped, until that change would have lapsed.
        bool contested = former.contested && block.timestamp <= former.lapsesAt;
        require(!contested || former.newHolder == address(0), PolicyContested(quoteId));
        uint256 lapsesAt = block.timestamp + LAPSE;
        // Seconds fit 40 bits.
        // forge-lint: disable-next-line(unsafe-typecast)
        _changes[quoteId] = Change(newHolder, uint40(lapsesAt), 0, contested, 0);
        // forge-lint: disable-next-line(unsafe-typecast)
        emit HolderChangeProposed(quoteId, holder, newHolder, uint64(lapsesAt));
        if (contested) emit HolderChangeContested(quoteId, holder, newHolder);
    }

    /// @inheritdoc IInsurancePayment
    function confirmHolderChange(bytes32 quoteId, address newHolder) external restricted {
        Change memory change = _underWay(quoteId);
        require(change.newHolder == newHolder, NoHolderChange(quoteId, newHolder));
        uint8 by = msg.sender == roleHolder(Role.Guardian) ? BY_GUARDIAN : BY_ADMINISTRATOR;
        // Nobody asked the guardian before the holder objects.
        require(change.contested || by == BY_ADMINISTRATOR, Unauthorized(msg.sender, msg.sig));
        require(change.confirmations & by == 0, AlreadyConfirmed(quoteId));
        change.confirmations |= by;
        bool complete = !change.contested || change.confirmations == BY_ADMINISTRATOR | BY_GUARDIAN;
        if (complete) {
            uint256 delay = change.contested ? CONTESTED_HOLDER_CHANGE_DELAY : HOLDER_CHANGE_DELAY;
            // forge-lint: disable-next-line(unsafe-typecast)
            change.effectiveAt = uint40(block.timestamp + delay);
            require(change.effectiveAt <= change.lapsesAt, HolderChangeWouldLapse(quoteId, change.lapsesAt));
            if (change.contested) {
                _policies[quoteId] = _policies[quoteId].hold();
                _annexes[quoteId].contestedUntil = change.lapsesAt;
            }
        }
        _changes[quoteId] = change;
        emit HolderChangeConfirmed(quoteId, newHolder, msg.sender, change.effectiveAt);
    }

    /// @inheritdoc IInsurancePayment
    function contestHolderChange(bytes32 quoteId) external {
        address holder = _existing(quoteId).holder();
        require(msg.sender == holder, NotHolder(holder, msg.sender));
        Change memory change = _underWay(quoteId);
        require(!change.contested, PolicyContested(quoteId));
        change.contested = true;
        change.confirmations = 0;
        change.effectiveAt = 0;
        _changes[quoteId] = change;
        emit HolderChangeContested(quoteId, holder, change.newHolder);
    }

    /// @inheritdoc IInsurancePayment
    function stopHolderChange(bytes32 quoteId) external restricted {
        Change memory change = _underWay(quoteId);
        require(!change.contested || msg.sender != roleHolder(Role.Underwriter), Unauthorized(msg.sender, msg.sig));
        _endChange(quoteId);
        if (change.contested) _changes[quoteId] = Change(address(0), change.lapsesAt, 0, true, 0);
        emit HolderChangeStopped(quoteId, change.newHolder, msg.sender);
    }

    /// @inheritdoc IInsurancePayment
    function completeHolderChange(bytes32 quoteId) external nonReentrant {
        Change memory change = _underWay(quoteId);
        require(
            change.effectiveAt != 0 && block.timestamp >= change.effectiveAt,
            HolderChangeNotEffective(quoteId, change.effectiveAt)
        );
        PolicySlot policy = _policies[quoteId];
        _endChange(quoteId);
        // A recorded consent is the former holder's own.
        delete _consents[quoteId];
        _policies[quoteId] = policy.withHolder(change.newHolder);
        emit HolderChanged(quoteId, policy.holder(), change.newHolder);
    }

    /// @inheritdoc IInsurancePayment
    function holderChangeOf(bytes32 quoteId) external view returns (HolderChange memory) {
        Change memory change = _changes[quoteId];
        if (block.timestamp > change.lapsesAt || change.newHolder == address(0)) delete change;
        return HolderChange({
            newHolder: change.newHolder,
            lapsesAt: change.lapsesAt,
            effectiveAt: change.effectiveAt,
            contested: change.contested,
            administratorConfirmed: change.confirmations & BY_ADMINISTRATOR != 0,
            guardianConfirmed: change.confirmations & BY_GUARDIAN != 0
        });
    }

    function _endChange(bytes32 quoteId) private {
        delete _changes[quoteId];
        delete _annexes[quoteId].contestedUntil;
    }

    function _underWay(bytes32 quoteId) private view returns (Change memory change) {
        change = _changes[quoteId];
        require(
            change.newHolder != address(0) && block.timestamp <= change.lapsesAt,
            NoHolderChange(quoteId, change.newHolder)
        );
    }
}
